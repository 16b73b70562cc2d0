import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { COAST_SOURCE } from './coast.config.ts'

/** The name of the file beside the pages; guides link to it. */
export const NOTICES_FILE = 'third-party-notices.txt'

/** The package world-atlas has its own licence. Natural Earth, from which it is made, requires no notice, but is named here. */
const NATURAL_EARTH = `\n${'-'.repeat(80)}\n\nCoast lines: made with Natural Earth (naturalearthdata.com), public domain\n`

/** Writes the licences of the built-in packages, as these require: a text file beside the pages, created from the packages. */
export function thirdPartyNotices(): Plugin {
  return {
    name: 'third-party-notices',
    generateBundle(_, bundle) {
      // Fonts are not modules, but style sheets refer to their files.
      const files = Object.values(bundle)
        .flatMap((built) => (built.type === 'asset' ? built.originalFileNames : []))
        .map((name) => resolve(import.meta.dirname, name))
      // The coast lines are made from a package but are not a module of it, so the package is added here.
      const source = noticesOf([...this.getModuleIds(), ...files, COAST_SOURCE]).concat(NATURAL_EARTH)
      this.emitFile({ type: 'asset', fileName: NOTICES_FILE, source })
    },
  }
}

/** Returns the licences of the packages to which these modules and files belong. */
export function noticesOf(files: readonly string[]): string {
  const packages = new Set(files.flatMap((file) => packageOf(file) ?? []))
  return [...packages]
    .sort()
    .map(noticeOf)
    .join(`\n${'-'.repeat(80)}\n\n`)
}

/** Returns the folder of the package to which a module belongs; undefined if the module is our own or generated. */
function packageOf(id: string): string | undefined {
  return /^\0?(\/.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1]
}

function noticeOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file))
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim())
  return [`${name} ${version} (${license})`, ...texts].join('\n\n').concat('\n')
}
