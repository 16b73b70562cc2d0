import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** The public address of Maven Central; the machine's own settings or APSIS_MAVEN_REPOSITORY have priority. */
const MAVEN_CENTRAL = 'https://repo.maven.apache.org/maven2'

function mirrorIn(settings: string): string | undefined {
  const withoutComments = settings.replace(/<!--[\s\S]*?-->/g, '')
  for (const [, mirror = ''] of withoutComments.matchAll(/<mirror>([\s\S]*?)<\/mirror>/g)) {
    const field = (name: string) => new RegExp(`<${name}>\\s*([^<]+?)\\s*</${name}>`).exec(mirror)?.[1]
    const isForCentral = /^(central|\*|external:\*)$/.test(field('mirrorOf') ?? '')
    if (isForCentral && field('blocked') !== 'true') return field('url')
  }
  return undefined
}

/** Returns the repository from which this machine downloads Maven's artefacts. */
export async function mavenRepository(): Promise<string> {
  const given = process.env.APSIS_MAVEN_REPOSITORY
  if (given) return given.replace(/\/$/, '')
  for (const path of [join(homedir(), '.m2', 'settings.xml'), '/etc/maven/settings.xml']) {
    const mirror = existsSync(path) ? mirrorIn(await readFile(path, 'utf8')) : undefined
    if (mirror !== undefined) return mirror.replace(/\/$/, '')
  }
  return MAVEN_CENTRAL
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

async function fetchOk(url: string): Promise<Response> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}`)
  return answer
}

/** Downloads `path` from the repository to `target` once, and compares it with the SHA-256 that is known, or that is published with it. */
export async function fetchArtefact(path: string, target: string, known?: string): Promise<void> {
  if (existsSync(target)) return
  const url = `${await mavenRepository()}/${path}`
  const expected = known ?? (await (await fetchOk(`${url}.sha256`)).text()).trim().split(/\s/)[0]
  const { body } = await fetchOk(url)
  if (!body) throw new Error(`${url} is empty`)
  await mkdir(dirname(target), { recursive: true })
  const draft = `${target}.part`
  await pipeline(body, createWriteStream(draft))
  const actual = await sha256Of(draft)
  if (actual !== expected) {
    await rm(draft)
    throw new Error(`${url} has SHA-256 ${actual} where ${expected} is expected`)
  }
  await rename(draft, target)
}
