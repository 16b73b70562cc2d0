import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { coast } from './coast.config.ts'
import { german } from './german.config.ts'
import { guideFile, guides } from './guides.config.ts'
import { kernels } from './kernel.config.ts'
import { sharedChunks } from './shared-chunks.config.ts'
import { paths } from './site/paths.ts'
import { thirdPartyNotices } from './third-party-notices.config.ts'
import { withoutNotes } from './without-notes.config.ts'

// Every browser of the last two years; the style sheets use light-dark(), which older browsers lack.
const BROWSERS = ['chrome123', 'firefox120', 'safari17.5']

// The build is for operators, whatever the environment variable is: React's development build is twice as large.
process.env.NODE_ENV = 'production'

/** The developer area is built into a separate folder, because the server serves it only in developer mode. */
const folderOf = (files: readonly (string | null)[]) =>
  files.some((file) => file !== null && /(^|[\\/])dev[\\/]/.test(file.replace(/.*node_modules/, '')))
    ? 'assets/dev'
    : 'assets'

/** Matches the words of the screen kit in a language: `react-aria/dist/private/intl/dnd/bg-BG.mjs`. */
const KIT_WORDS = /[\\/]react-(?:aria|aria-components|stately)[\\/].*[\\/]intl[\\/].*?([a-z]{2})-[A-Z]{2}\.m?js$/
const OUR_LANGUAGES = ['en', 'de']

/** The screen kit has its words in thirty languages, 30 kB for every table; the application needs only two. */
const twoLanguages: Plugin = {
  name: 'two-languages',
  enforce: 'pre',
  load: (id) => {
    const language = KIT_WORDS.exec(id)?.[1]
    return language === undefined || OUR_LANGUAGES.includes(language)
      ? null
      : `export { default } from '${id.replace(/[a-z]{2}-[A-Z]{2}(?=\.m?js$)/, 'en-US')}'`
  },
}

const SAMPLES = new URL('../ccsds/samples/', import.meta.url)

/** The sample files that guides and examples download, under unchanging names, so that a copied command works for a long time. */
const samples: Plugin = {
  name: 'samples',
  generateBundle() {
    for (const file of readdirSync(SAMPLES))
      this.emitFile({ type: 'asset', fileName: `samples/${file}`, source: readFileSync(new URL(file, SAMPLES)) })
  },
}

/** Lists the addresses that are pages, for the server: all others are not found. */
const pageList: Plugin = {
  name: 'page-list',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify(Object.values(paths)) })
  },
}

/** A better quality would save a twentieth of the bytes and take eight times as long. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

/**
 * Compresses each text once and stores it beside the original, as `name.br`: otherwise the server would compress it for every request.
 * Small files are included, because the server looks for the compressed file first, and would have to look twice.
 */
const packed: Plugin = {
  name: 'packed',
  writeBundle: ({ dir = '' }, bundle) => {
    for (const name of Object.keys(bundle).filter((one) => /\.(js|css|html)$/.test(one))) {
      writeFileSync(join(dir, `${name}.br`), brotliCompressSync(readFileSync(join(dir, name)), BROTLI))
    }
  },
}

const shared = sharedChunks()

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [
    guides,
    german,
    kernels,
    coast,
    twoLanguages,
    withoutNotes,
    react(),
    shared.plugin,
    samples,
    pageList,
    thirdPartyNotices(),
    packed,
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: true,
    target: BROWSERS,
    // The content security policy refuses inline scripts, and data: addresses for everything except images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // In a separate file, zod would run before the setting that keeps it from testing eval, so both are in one file. Everything that every
    // page loads first is one file: there were sixty files before, and a browser loads six at a time. The entry is a separate file: it
    // waits for the session, and the code of a page would otherwise wait for the session too.
    rolldownOptions: {
      output: {
        // The name of a file for several pages lists all of them, separated by '~'; only the first name is used.
        chunkFileNames: ({ moduleIds, facadeModuleId, name }) =>
          `${folderOf(moduleIds)}/${guideFile(facadeModuleId) ?? name.replace(/~.*/, '')}-[hash].js`,
        assetFileNames: ({ originalFileNames }) => `${folderOf(originalFileNames)}/[name]-[hash][extname]`,
        codeSplitting: {
          groups: [
            { name: 'zod', test: /[\\/]without-eval\.ts$|[\\/]node_modules[\\/]zod[\\/]/ },
            { name: 'index', test: /[\\/](index\.html|main\.tsx)$/, includeDependenciesRecursively: false },
            { name: 'shell', tags: ['$initial'] },
            ...shared.groups,
          ],
        },
      },
    },
  },
})
