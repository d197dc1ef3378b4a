// Inputs that break readers: for the laws of the analysts of text.

const utf16 = (text: string, big = false) => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
  return big ? bytes.swap16() : bytes
}

/** A sample in the type's own format comes back in every encoding and with every line ending, next to plain hostility. */
export function hostileTexts(sample: string): readonly (readonly [label: string, content: string | Uint8Array])[] {
  return [
    ['an empty file', ''],
    ['one byte', 'x'],
    ['one line end', '\n'],
    ['blank lines', '\n \n\t\n\n'],
    ['the sample', sample],
    ['the sample without its last line end', sample.trimEnd()],
    ['the sample with CRLF', sample.replace(/\n/g, '\r\n')],
    ['the sample with CR alone', sample.replace(/\n/g, '\r')],
    ['the sample in UTF-16', utf16(sample)],
    ['the sample in big-endian UTF-16', utf16(sample, true)],
    ['the sample behind a byte-order mark', `\ufeff${sample}`],
    ['the sample in Latin-1', Buffer.from(sample.replace(/e/g, 'é'), 'latin1')],
    ['the sample between NULs', `\0\0${sample}\0`],
    ['the sample cut in the middle', sample.slice(0, sample.length / 2)],
    ['the sample backwards', [...sample].reverse().join('')],
    ['bytes that are no text', Uint8Array.from({ length: 4000 }, (_, i) => (i * 7919 + (i >> 3)) % 256)],
    ['broken UTF-8', Buffer.concat([Buffer.from(sample), Buffer.from([0xc3, 0x28, 0xff, 0xfe, 0x80, 10])])],
    ['surrogates cut in half', `a \ud83d b\n${sample}`],
    ['one giant line', 'word '.repeat(300_000)],
    ['one giant word', 'é'.repeat(1_300_000)],
    ['open brackets', '[{(<'.repeat(20_000)],
    ['open quotes', `${'"'.repeat(5_000)}\n${"'".repeat(5_000)}\n`],
    ['deep indentation', Array.from({ length: 400 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')],
    [
      'many marks',
      `${'#'.repeat(300)}\n${'='.repeat(300)}\n${'-'.repeat(300)}\n${'*'.repeat(300)}\n${'`'.repeat(300)}`,
    ],
    ['controls', Array.from({ length: 64 }, (_, i) => String.fromCharCode(i)).join('a')],
    ['many lines', 'a\n'.repeat(30_000)],
  ]
}
