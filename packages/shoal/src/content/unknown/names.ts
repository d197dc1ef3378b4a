// Names of text that is none of the other kinds: keys and certificates, patches, subtitles, catalogues of translation,
// calendars, encoded or plotted data. It is read line by line, like prose.
import { claims } from '../claims.ts'

export const extensions = claims({
  medium: {
    pem: '.pem .crt .cer .csr .key .pub .gpg',
    diff: '.diff .patch .rej',
    gettext: '.po .pot',
    subtitles: '.srt .vtt',
    vcard: '.ics .vcf',
    postscript: '.ps .eps',
    rtf: '.rtf',
    model: '.obj .stl .off .ply .mtl',
    encoded: '.hex .srec .uue .b64',
    sequence: '.fa .fasta .pdb .sdf',
    image: '.xpm .pbm .pgm .ppm .xbm',
  },
})

export const fileNames = claims({
  medium: { pem: 'id_rsa id_rsa.pub id_ed25519 authorized_keys known_hosts' },
})
