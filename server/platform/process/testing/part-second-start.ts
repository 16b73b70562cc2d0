import { existsSync, writeFileSync } from 'node:fs'
import { runPart } from '../part.ts'

// A test part that reports a busy environment at its first start, and is ready at its second one. A file shows which start it is;
// the part gets the name of that file as the address of its database.

const BUSY = 'busy'
const start = async ({ databaseUrl: file }: { readonly databaseUrl: string }) => {
  if (!existsSync(file)) {
    writeFileSync(file, '')
    throw new Error(BUSY)
  }
  return { close: async () => undefined, about: {}, ready: 'at the second start' }
}
const isPassing = (error: unknown) =>
  process.env.APSIS_TEST_IS_PASSING === 'true' && error instanceof Error && error.message === BUSY
await runPart('worker', process.env, start, isPassing)
