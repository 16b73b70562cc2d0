import { expect, test } from 'vitest'
import { COAST_SOURCE } from './coast.config.ts'
import { noticesOf } from './third-party-notices.config.ts'

test('noticesOf() lists each package once, with its version and the text of its licence, for code and for fonts', () => {
  const packages = new URL('../node_modules/', import.meta.url).pathname
  const files = ['react/index.js', 'react/jsx-runtime.js', '@ibm/plex-sans/fonts/complete/woff2/IBMPlexSans-Bold.woff2']
  const text = noticesOf([...files.map((file) => `${packages}${file}`), '/project/web/main.tsx', '\0vite/preload'])
  expect(text.match(/^\S+ \d+\.\d+\.\d+ \(.*\)$/gm)).toEqual([
    expect.stringMatching(/^@ibm\/plex-sans .* \(OFL-1\.1\)$/),
    expect.stringMatching(/^react .* \(MIT\)$/),
  ])
  expect(text).toContain('SIL OPEN FONT LICENSE')
  expect(text).toContain('Permission is hereby granted')
})

test('noticesOf() has the licence of the package from which the coast lines are made', () => {
  expect(noticesOf([COAST_SOURCE])).toMatch(/^world-atlas 2\.0\.2 \(ISC\)\n\nCopyright 2013-2019 Michael Bostock/)
})
