const FAMILY = /^# (?:HELP|TYPE) (\S+)/
/** The metrics of a process in the format of Prometheus; `pid` is set for another process, to distinguish it from others of the same kind. */
export type ProcessMetrics = { readonly text: string; readonly pid?: number }

/** Merges several texts: each family occurs once, as Prometheus requires, with the samples of all processes. */
export function mergeMetrics(parts: readonly ProcessMetrics[]): string {
  const families = new Map<string, { head: string[]; samples: string[] }>()
  for (const { text, pid } of parts) {
    const named = new Set<string>()
    let family = { head: [] as string[], samples: [] as string[] }
    for (const line of text.split('\n')) {
      const name = FAMILY.exec(line)?.[1]
      if (name !== undefined) {
        const known = families.get(name)
        family = known ?? { head: [], samples: [] }
        families.set(name, family)
        if (known === undefined) named.add(name)
        if (named.has(name)) family.head.push(line)
        continue
      }
      if (line !== '' && !line.startsWith('#')) family.samples.push(pid === undefined ? line : withPid(line, pid))
    }
  }
  const texts = [...families.values()].map(({ head, samples }) => [...head, ...samples].join('\n'))
  return `${texts.join('\n\n')}\n`
}

/** Returns a sample with one more label: `name{a="b"} 1` or `name 1`. */
function withPid(line: string, pid: number): string {
  const end = line.lastIndexOf('} ')
  if (end === -1) return line.replace(' ', `{pid="${pid}"} `)
  return `${line.slice(0, end)}${line[end - 1] === '{' ? '' : ','}pid="${pid}"${line.slice(end)}`
}
