import { expect, test } from 'vitest'
import { findChromium } from './browser.ts'

test('findChromium refuses a CHROMIUM_PATH that does not start, and names it', async () => {
  const before = process.env.CHROMIUM_PATH
  process.env.CHROMIUM_PATH = '/nowhere/chromium'
  try {
    await expect(findChromium()).rejects.toThrow('CHROMIUM_PATH is "/nowhere/chromium"')
  } finally {
    if (before === undefined) delete process.env.CHROMIUM_PATH
    else process.env.CHROMIUM_PATH = before
  }
})
