import { Agent, get } from 'node:http'

/** An answer as it was received: neither unpacked nor parsed, so that only the server is measured. */
export type ReadAnswer = {
  readonly status: number
  readonly etag: string
  readonly bytes: number
  /** The time until the head of the answer arrived, and until its last byte. */
  readonly firstMs: number
  readonly ms: number
}

const agent = new Agent({ keepAlive: true })

export function readOnce(origin: string, path: string, headers: Readonly<Record<string, string>>): Promise<ReadAnswer> {
  return new Promise((resolve, reject) => {
    const began = performance.now()
    const request = get(`${origin}${path}`, { agent, headers }, (response) => {
      const firstMs = performance.now() - began
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      response.on('error', reject)
      response.on('end', () => {
        const { statusCode: status = 0, headers: answered } = response
        const ms = performance.now() - began
        if (status >= 400) reject(new Error(`GET ${path}: ${status}`))
        else resolve({ status, etag: answered.etag ?? '', bytes, firstMs, ms })
      })
    })
    request.on('error', reject)
  })
}
