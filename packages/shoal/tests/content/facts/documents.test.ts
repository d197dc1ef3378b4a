// Sections and sentences of documents as rows.
import { describe, expect, it } from 'vitest'
import { rowsOf } from './told-rows.ts'

describe('documents', () => {
  const MARKDOWN = [
    '# Setup',
    '',
    'Intro one. Intro two goes',
    'on here.',
    '',
    '## Linux',
    '',
    '- Take *this* first.',
    '',
    '```',
    'code. Not said.',
    '```',
    '',
    '## Later',
    '',
    'The end.',
  ]

  it('have sections', async () => {
    expect(await rowsOf('a.md', MARKDOWN, 'sections')).toEqual([
      { line: 1, heading: 'Setup', heading_path: 'Setup', level: 1, end_line: 16, words: 7 },
      { line: 6, heading: 'Linux', heading_path: 'Setup > Linux', level: 2, end_line: 13, words: 6 },
      { line: 14, heading: 'Later', heading_path: 'Setup > Later', level: 2, end_line: 16, words: 2 },
    ])
  })

  it('have sentences, code apart', async () => {
    expect(await rowsOf('a.md', MARKDOWN, 'sentences')).toEqual([
      { line: 3, text: 'Intro one.', heading_path: 'Setup', section_line: 1 },
      { line: 3, text: 'Intro two goes on here.', heading_path: 'Setup', section_line: 1 },
      { line: 8, text: 'Take *this* first.', heading_path: 'Setup > Linux', section_line: 6 },
      { line: 16, text: 'The end.', heading_path: 'Setup > Later', section_line: 14 },
    ])
  })

  it('of HTML say what stands between their tags', async () => {
    const html = [
      '<!doctype html><html><body>',
      '<h1>One</h1>',
      '<p>First <b>bold</b> words &amp; more. Then',
      'others.</p>',
      '<script>var x</script>',
      '</body></html>',
    ]
    expect(await rowsOf('a.html', html, 'sections')).toMatchObject([{ line: 2, heading: 'One', level: 1, end_line: 6 }])
    expect(await rowsOf('a.html', html, 'sentences')).toEqual([
      { line: 3, text: 'First bold words & more.', heading_path: 'One', section_line: 2 },
      { line: 3, text: 'Then others.', heading_path: 'One', section_line: 2 },
    ])
  })
})
