import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { PROJECT_DIR } from './product.ts'

/** Returns the files of the application that draw a table, without the one that draws all grids for them. */
export function filesWithTables(): readonly string[] {
  const web = join(PROJECT_DIR, 'web')
  return readdirSync(web, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.tsx') && !entry.name.includes('.test.'))
    .map((entry) => relative(web, join(entry.parentPath, entry.name)))
    .filter((file) => !file.includes('node_modules') && !file.startsWith('ui/table/'))
    .filter((file) => /<(DataTable|PlainTable|table)\b/.test(readFileSync(join(web, file), 'utf8')))
}
