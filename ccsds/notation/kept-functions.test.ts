import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { checkUpload } from '../ephemeris/check-upload.ts'
import { FaultLog } from '../fault.ts'
import { scanMeme } from '../meme/meme-table.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

test.each([
  ['scanMeme', () => scanMeme(new FaultLog(false))],
  ['checkUpload', () => checkUpload(new FaultLog(false))],
] as const)('the functions of %s() stay in memory until the next ones are made', async (_name, make) => {
  const made = new WeakRef<object>(make())
  // A WeakRef holds its object until the present task ends.
  await setImmediate()
  collect()
  expect(made.deref()).toBeDefined()

  make()
  await setImmediate()
  collect()
  expect(made.deref()).toBeUndefined()
})
