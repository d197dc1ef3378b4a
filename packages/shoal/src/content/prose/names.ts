// Names of prose: what people write for people to read.
import { claims } from '../claims.ts'

export const extensions = claims({
  medium: {
    markdown: '.md .markdown .mdx .mkd .mdown .rmd .qmd',
    rst: '.rst .rest',
    text: '.txt .text',
    asciidoc: '.adoc .asciidoc',
    org: '.org',
    textile: '.textile .wiki .mediawiki .creole',
    pod: '.pod',
    rdoc: '.rdoc',
  },
  low: { asciidoc: '.asc' },
})

export const fileNames = claims({
  medium: {
    text: 'README LICENSE LICENCE COPYING COPYRIGHT COPYING.LESSER CHANGELOG CHANGES ChangeLog Changes AUTHORS CONTRIBUTORS NEWS TODO INSTALL CONTRIBUTING NOTICE THANKS HISTORY BUGS FAQ CREDITS MAINTAINERS HACKING UPGRADE ROADMAP',
  },
})
