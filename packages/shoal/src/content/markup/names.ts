// Names of markup: documents made of tags or commands. TeX, roff and Texinfo are markup languages; page templates are
// filed with the markup they produce.
import { claims } from '../claims.ts'

export const extensions = claims({
  medium: {
    xml: '.xml .xsl .xslt .xsd .rss .atom .plist .xaml .csproj .vcxproj .vbproj .fsproj .props .targets .resx .wsdl .kml .gpx .ui .glade .xib .storyboard .dtd .rng .xul .rdf .owl .xlf .xliff .jelly .nuspec .pom .iml .dbk .docbook .fo .mml .xmp .opf .ncx .tei .dita .ditamap .wxs .wxi .qrc .xhtml',
    html: '.html .htm .shtml .jsp .jspx .asp .aspx .cshtml .erb .ejs .hbs .mustache .handlebars .jinja .jinja2 .j2 .twig .liquid .ftl .njk .tpl .haml',
    svg: '.svg',
    tex: '.tex .latex .sty .ltx .bib .dtx .bst',
    texinfo: '.texi .texinfo',
    sgml: '.sgml',
  },
  low: {
    roff: '.1 .2 .3 .4 .5 .6 .7 .8 .man .mdoc .roff .ms .me',
  },
})

export const fileNames = claims({
  high: { xml: 'pom.xml AndroidManifest.xml web.xml build.xml' },
})
