import { buildWebIfNeeded } from '@apsis/server/platform/http/web-build.ts'
import { PROJECT_DIR } from '@apsis/server/platform/process/version.ts'

/** Builds the pages that all tests open. */
export async function setup(): Promise<void> {
  await buildWebIfNeeded(PROJECT_DIR, console.log)
}
