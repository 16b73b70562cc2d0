import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The folder of the project. */
export const PROJECT_DIR = dirname(dirname(dirname(import.meta.dirname)))

/** The version of the root package (decisions.md 5). */
export const VERSION: string = JSON.parse(readFileSync(join(PROJECT_DIR, 'package.json'), 'utf8')).version
