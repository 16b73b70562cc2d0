import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'

/** Its name beside the pages; guides link to it. */
export const NOTICES_FILE = 'third-party-notices.txt'

/** Writes the licences of the built-in packages, as they demand it: a text file beside the pages, made of the packages themselves. */
export function thirdPartyNotices(): Plugin {
  return {
    name: 'third-party-notices',
    generateBundle(_, bundle) {
      // Fonts are no modules: style sheets name them.
      const files = Object.values(bundle)
        .flatMap((built) => (built.type === 'asset' ? built.originalFileNames : []))
        .map((name) => resolve(import.meta.dirname, name))
      const source = noticesOf([...this.getModuleIds(), ...files])
      this.emitFile({ type: 'asset', fileName: NOTICES_FILE, source })
    },
  }
}

/** The licences of the packages that these modules and files belong to. */
export function noticesOf(files: readonly string[]): string {
  const packages = new Set(files.flatMap((file) => packageOf(file) ?? []))
  return [...packages]
    .sort()
    .map(noticeOf)
    .join(`\n${'-'.repeat(80)}\n\n`)
}

/** The folder of the package that a module belongs to; undefined where it is our own or made by the builder. */
function packageOf(id: string): string | undefined {
  return /^\0?(\/.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1]
}

function noticeOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file))
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim())
  return [`${name} ${version} (${license})`, ...texts].join('\n\n').concat('\n')
}
