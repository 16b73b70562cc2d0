/** The values that the server reports about itself under load. */
import { spreadOf } from '../measures/quantile.ts'

export type Gauges = {
  readonly rssMb: number
  readonly loopLagP99Ms: number
  /** Processor seconds of the server's process between start and stop. */
  readonly cpuS: number
}

type Scrape = { readonly rssBytes: number; readonly lagP99S: number; readonly cpuS: number }

const EVERY_MS = 5_000

/** Reads the metrics every five seconds; each reading restarts the measurement of the event loop's lag. */
export async function watchGauges(opsOrigin: string): Promise<{ stop(): Promise<Gauges> }> {
  const first = await scrape(opsOrigin)
  const readings: Scrape[] = []
  let reading: Promise<void> = Promise.resolve()
  const read = () => {
    reading = scrape(opsOrigin).then((one) => void readings.push(one))
  }
  const timer = setInterval(read, EVERY_MS)
  return {
    async stop() {
      clearInterval(timer)
      await reading
      read()
      await reading
      return {
        rssMb: Math.max(...readings.map(({ rssBytes }) => rssBytes)) / 2 ** 20,
        loopLagP99Ms: spreadOf(readings.map(({ lagP99S }) => lagP99S * 1_000)).max,
        cpuS: (readings.at(-1)?.cpuS ?? 0) - first.cpuS,
      }
    },
  }
}

async function scrape(opsOrigin: string): Promise<Scrape> {
  const text = await (await fetch(`${opsOrigin}/metrics`)).text()
  const value = (name: string) =>
    Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
  return {
    rssBytes: value('process_resident_memory_bytes'),
    lagP99S: value('nodejs_eventloop_lag_p99_seconds'),
    cpuS: value('process_cpu_seconds_total'),
  }
}
