import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { guideAt } from './docs/guide/guide.ts'

const ASKED = /^(.*\.md)\?(entry|guide)$/

/**
 * Resolves `ca/screening.md?entry` to the entry of a guide in the contents, and `ca/screening.md?guide` to the complete guide; each file is
 * read here, once.
 */
export const guides: Plugin = {
  name: 'guides',
  enforce: 'pre',
  load(id) {
    const [, path, asked] = ASKED.exec(id) ?? []
    if (path === undefined) return null
    const { body, anchors, ...entry } = guideAt(path, (one) => {
      this.addWatchFile(one)
      return readFileSync(one, 'utf8')
    })
    return `export default ${JSON.stringify(asked === 'entry' ? entry : { ...entry, body, anchors })}`
  },
}

const GUIDE = /[\\/]docs[\\/]guide[\\/]([\w-]+)[\\/]([\w.-]+)\.md\?guide$/

/** Returns the name of the file of a guide, with its part, because two parts may each have a guide with the same name. */
export function guideFile(module: string | null): string | undefined {
  const [, page, file] = GUIDE.exec(module ?? '') ?? []
  return page === undefined ? undefined : `guide-${page}-${file}`
}
