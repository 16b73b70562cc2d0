import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_DIR } from '../product.ts'

const ASSETS = join(PROJECT_DIR, 'web', 'dist', 'assets')
/** Matches a source of web/dev, as the source maps of the build name it. */
const DEVELOPER_SOURCE = /^(\.\.\/)+dev\//

// `npm test` builds the pages before it runs this; otherwise there may be none.
test.skipIf(!existsSync(ASSETS))(
  'the build puts the code of the developer area into the folder that only developer mode serves',
  () => {
    const maps = readdirSync(ASSETS, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.map'))
    const made = maps.filter((name) => {
      const { sources } = JSON.parse(readFileSync(join(ASSETS, name), 'utf8')) as { sources: string[] }
      return sources.some((source) => DEVELOPER_SOURCE.test(source))
    })
    expect(made.length).toBeGreaterThanOrEqual(2)
    expect(made.filter((name) => !name.startsWith(join('dev', '/')))).toEqual([])
  },
)
