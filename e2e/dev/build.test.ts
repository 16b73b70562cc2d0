import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_DIR } from '../product.ts'

const ASSETS = join(PROJECT_DIR, 'web', 'dist', 'assets')
/** A source of web/dev, as the maps of the build name it. */
const DEVELOPER_SOURCE = /^(\.\.\/)+dev\//

// `npm test` builds the pages before it runs this; elsewhere there may be none.
test.skipIf(!existsSync(ASSETS))(
  'what the build makes of the developer area lies in the folder that only developer mode serves',
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
