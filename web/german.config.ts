import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const WEB = fileURLToPath(new URL('.', import.meta.url))
const WORDS = /[\\/]web[\\/](?!dev[\\/]).*words\.data\.ts$/
const GERMAN_PART = /^(.*words\.data\.ts)\?german$/
/** The file that the build replaces by the German words of all areas. */
const ALL_GERMAN = /[\\/]web[\\/]ui[\\/]text[\\/]german\.data\.ts$/

const DECLARATION = /^export const \w+ = defineWords\('([^']+)', \{\n/m
/** Matches the words of one language in the layout of the formatter. */
const partOf = (language: 'en' | 'de') => new RegExp(`^  ${language}: \\{(?:\\n[\\s\\S]*?^  \\}|[^\\n]*\\}),\\n`, 'm')

/** True for words that the server also uses: they come from the contract in both languages. */
const isOfContract = (code: string) => /= defineWords\('[^']+', [A-Z_]+\)$/m.test(code)

/** Returns a file of words without the German ones. */
export function withoutGerman(code: string): string {
  if (isOfContract(code)) return code
  if (!partOf('de').test(code)) throw new SyntaxError('the German words are not written as `  de: {` … `  },`')
  return code.replace(partOf('de'), '')
}

/** Returns the area and the German words of a file of words, with their source text. */
export function germanOnly(code: string): string {
  const [, area] = DECLARATION.exec(code) ?? []
  const words = partOf('de').exec(code)?.[0]
  if (area === undefined || words === undefined) throw new SyntaxError('there is no area with German words')
  const before = code.slice(0, code.search(DECLARATION)).replace(/^import \{ defineWords \}.*\n/m, '')
  return `${before}export default ['${area}', { ${words.trim().replace(/^de: /, 'words: ')} }]\n`
}

/**
 * A reader of English loads no German: a source file contains both languages, and the build separates them. The German words are loaded as
 * one file when the user has chosen the language (`web/ui/text/language.ts`). The developer area keeps both.
 */
export const german: Plugin = {
  name: 'german',
  enforce: 'pre',
  load(id) {
    const [, path] = GERMAN_PART.exec(id) ?? []
    if (path !== undefined) return germanOnly(readFileSync(path, 'utf8'))
    if (!ALL_GERMAN.test(id)) return null
    const files = globSync('**/*words.data.ts', { cwd: WEB, exclude: (name) => name === 'dist' || name === 'dev' })
      .filter((file) => !isOfContract(readFileSync(`${WEB}${file}`, 'utf8')))
      .sort()
    const imports = files.map((file, place) => `import area${place} from '${WEB}${file}?german'`)
    const areas = files.map((_, place) => `area${place}`).join(', ')
    return `${imports.join('\n')}\nexport const GERMAN = [${areas}].map(([area, { words }]) => [area, words])\n`
  },
  transform: (code, id) => (WORDS.test(id) ? { code: withoutGerman(code), map: null } : null),
}
