import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Middleware } from '../context/context.ts'

const OWN = [
  'tokens.css',
  'frame.css',
  'identity.css',
  'login.js',
  'submit.js',
  'session-status.js',
  'third-party-1.js',
  'third-party-2.js',
  'mark.svg',
]
const FONTS: Readonly<Record<string, readonly [string, string]>> = {
  'sans-regular.woff2': ['@ibm/plex-sans', 'IBMPlexSans-Regular.woff2'],
  'sans-medium.woff2': ['@ibm/plex-sans', 'IBMPlexSans-Medium.woff2'],
  'sans-semibold.woff2': ['@ibm/plex-sans', 'IBMPlexSans-SemiBold.woff2'],
  'mono-regular.woff2': ['@ibm/plex-mono', 'IBMPlexMono-Regular.woff2'],
}
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

type Asset = { readonly body: Buffer; readonly type: string; readonly etag: string }

function fontPath([packageName, file]: readonly [string, string]): string {
  const root = dirname(createRequire(import.meta.url).resolve(`${packageName}/package.json`))
  return join(root, 'fonts', 'complete', 'woff2', file)
}

async function readAsset(path: string): Promise<Asset> {
  const body = await readFile(path)
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  return { body, type: TYPES[extname(path)] ?? 'application/octet-stream', etag }
}

async function readAssets(): Promise<ReadonlyMap<string, Asset>> {
  const own = fileURLToPath(new URL('../assets', import.meta.url))
  const paths = [
    ...OWN.map((name) => [name, join(own, name)] as const),
    ...Object.entries(FONTS).map(([name, font]) => [name, fontPath(font)] as const),
  ]
  return new Map(await Promise.all(paths.map(async ([name, path]) => [name, await readAsset(path)] as const)))
}

/** Serves styles, scripts and fonts under /assets/ from memory; the list of names is fixed. */
export async function assetRoutes(): Promise<Middleware> {
  const assets = await readAssets()
  return async (ctx, next) => {
    if (!ctx.path.startsWith('/assets/')) return next()
    const asset = assets.get(ctx.path.slice('/assets/'.length))
    if (!asset || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return
    ctx.set('Cache-Control', 'public, max-age=300')
    ctx.set('ETag', asset.etag)
    ctx.status = 200
    ctx.type = asset.type
    if (ctx.fresh) ctx.status = 304
    else ctx.body = asset.body
  }
}
