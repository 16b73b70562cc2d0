// Shows that moving or deleting code has changed nothing else. `npm run tool -- nets keep FOLDER` stores the printed documents, the policy, the
// addresses, the words and a picture of every page from this checkout; `npm run tool -- nets compare BEFORE AFTER` prints the differences between two
// such folders.

import { copyFileSync, existsSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openApi } from '@apsis/contract/api/openapi.ts'
import { SERVICE_ENDPOINTS, serviceInfo, wholeEndpoints, wholeInfo } from '@apsis/contract/api/services.ts'
import { SERVICES } from '@apsis/contract/endpoint.ts'
import { launchBrowser } from '@apsis/e2e/browser.ts'
import { paths } from '@apsis/web/site/paths.ts'
import { CATALOGUES } from '@apsis/web/ui/text/language.ts'
import { binary, ROOT, run, stopChildrenOnTermination } from './run/step.ts'

const USAGE = 'npm run tool -- nets keep FOLDER | npm run tool -- nets compare BEFORE AFTER'
/** The version is written in the documents, but it is not part of what is compared. */
const VERSION = '0.0.0'
/** Edges drawn at fractions of a pixel differ in up to this many pixels between two drawings of the same page. */
const UNSTEADY_PIXELS = 60
const FACTS = ['documents.txt', 'policy.csv', 'addresses.txt', 'words.txt'] as const
const PICTURES = 'pictures'

/** Returns a line for each value of a document, so that each difference is a line. */
function linesOf(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [`${path} ${JSON.stringify(value)}`]
  const entries = Object.entries(value)
  return entries.length === 0
    ? [`${path} ${JSON.stringify(value)}`]
    : entries.flatMap(([key, one]) => linesOf(one, `${path}/${key}`))
}

async function keepFacts(folder: string): Promise<void> {
  const whole = openApi(wholeInfo(VERSION), wholeEndpoints())
  const documents = SERVICES.flatMap((service) =>
    linesOf(openApi(serviceInfo(service, VERSION), SERVICE_ENDPOINTS[service]), service),
  )
  for (const file of globSync('web/**/*words.data.ts', { cwd: ROOT, exclude: (name) => name === 'dist' }))
    await import(join(ROOT, file))
  const words = [...CATALOGUES].flatMap(([area, { en, de }]) =>
    Object.keys(en).flatMap((word) => [`${area} ${word} en ${en[word]}`, `${area} ${word} de ${de[word]}`]),
  )
  write(folder, 'documents.txt', [...documents, ...linesOf(whole, 'whole')])
  write(folder, 'addresses.txt', linesOf(paths))
  write(folder, 'words.txt', words.sort())
  copyFileSync(join(ROOT, 'server', 'policy.csv'), join(folder, 'policy.csv'))
}

const write = (folder: string, name: string, lines: readonly string[]) =>
  writeFileSync(join(folder, name), `${lines.join('\n')}\n`)

async function keep(folder: string): Promise<number> {
  mkdirSync(folder, { recursive: true })
  await keepFacts(folder)
  const { code } = await run('pictures', {
    program: binary('vitest'),
    args: ['run', '--project=pictures'],
    env: { APSIS_TEST_PICTURES: join(folder, PICTURES) },
  })
  return code
}

/** The lines that only one of the two files has. */
function compareFacts(name: string, before: string, after: string): number {
  const [was, is] = [before, after].map((folder) => readFileSync(join(folder, name), 'utf8').split('\n'))
  const [wasThere, isThere] = [new Set(was), new Set(is)]
  const gone = was?.filter((line) => !isThere.has(line)) ?? []
  const added = is?.filter((line) => !wasThere.has(line)) ?? []
  console.log(
    `${name}: ${gone.length + added.length === 0 ? 'equal' : `${gone.length} lines gone, ${added.length} new`}`,
  )
  for (const line of gone) console.log(`- ${line}`)
  for (const line of added) console.log(`+ ${line}`)
  return gone.length + added.length
}

async function comparePictures(before: string, after: string): Promise<number> {
  const [was, is] = [before, after].map((folder) => readdirSync(join(folder, PICTURES)).sort())
  const names = [...new Set([...(was ?? []), ...(is ?? [])])]
  const bytes = (folder: string, name: string) => {
    const path = join(folder, PICTURES, name)
    return existsSync(path) ? readFileSync(path) : undefined
  }
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage()
    let differing = 0
    for (const name of names) {
      const [first, second] = [bytes(before, name), bytes(after, name)]
      if (first && second?.equals(first)) continue
      const said =
        first === undefined || second === undefined
          ? `is only ${first ? 'before' : 'after'}`
          : await page.evaluate(differenceOf, [
              first.toString('base64'),
              second.toString('base64'),
              UNSTEADY_PIXELS,
            ] as const)
      if (said === undefined) continue
      differing += 1
      console.log(`${name} ${said}`)
    }
    console.log(`pictures: ${names.length - differing} of ${names.length} equal`)
    return differing
  } finally {
    await browser.close()
  }
}

/**
 * Runs in the browser, which can read pictures: returns a text about the differences; undefined if there are no more of them than between two
 * drawings of one page.
 */
async function differenceOf([first, second, fewPixels]: readonly [string, string, number]): Promise<
  string | undefined
> {
  const drawn = async (content: string) => {
    const picture = new Image()
    picture.src = `data:image/png;base64,${content}`
    await picture.decode()
    const { width, height } = picture
    const context = new OffscreenCanvas(width, height).getContext('2d')
    context?.drawImage(picture, 0, 0)
    return context?.getImageData(0, 0, width, height)
  }
  const [a, b] = [await drawn(first), await drawn(second)]
  if (!a || !b || a.width !== b.width || a.height !== b.height) return 'has another size'
  const [pixelsA, pixelsB] = [new Uint32Array(a.data.buffer), new Uint32Array(b.data.buffer)]
  let [count, left, right, top, bottom] = [0, a.width, 0, a.height, 0]
  for (let at = 0; at < pixelsA.length; at += 1) {
    if (pixelsA[at] === pixelsB[at]) continue
    const [x, y] = [at % a.width, Math.floor(at / a.width)]
    count += 1
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  return count > fewPixels ? `differs in ${count} pixels, x ${left} to ${right}, y ${top} to ${bottom}` : undefined
}

const [command, ...folders] = process.argv.slice(2)
stopChildrenOnTermination()
const [first = '', second = ''] = folders
if (command === 'keep' && folders.length === 1) process.exitCode = await keep(first)
else if (command === 'compare' && folders.length === 2) {
  const facts = FACTS.map((name) => compareFacts(name, first, second))
  const pictures = await comparePictures(first, second)
  process.exitCode = pictures + facts.reduce((a, b) => a + b, 0) === 0 ? 0 : 1
} else {
  console.error(USAGE)
  process.exitCode = 2
}
