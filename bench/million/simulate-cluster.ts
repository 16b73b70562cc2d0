/** A screening in parts on a cluster: how long parts take, and what goes wrong. */
export interface Cluster {
  readonly parts: number
  /** A part takes this long on average, and this share of it more or less. */
  readonly meanS: number
  readonly spread: number
  /** What it costs to claim a part and to store its rows. */
  readonly overheadS: number
  readonly workers: number
  /** In this share of the parts its worker is killed, at a random time of it; after `detectionS` the part is free again. */
  readonly killShare: number
  readonly detectionS: number
  readonly random: () => number
}

export interface Course {
  /** From the first claim to the last row. */
  readonly makespanS: number
  /** Share of the time of all workers that was spent on parts which counted. */
  readonly busy: number
}

/** Lets idle workers take the next part, one event after the other. A killed worker is replaced at once. */
export function simulateCluster(cluster: Cluster): Course {
  const { parts, meanS, spread, overheadS, workers, killShare, detectionS, random } = cluster
  // When each part can be claimed, and when each worker can claim one.
  const waiting = new Array<number>(parts).fill(0)
  const idle = new Array<number>(workers).fill(0)
  let [lastS, usefulS] = [0, 0]
  while (waiting.length > 0) {
    waiting.sort((a, b) => b - a)
    idle.sort((a, b) => b - a)
    const [readyS, freeS] = [waiting.pop() ?? 0, idle.pop() ?? 0]
    const beginS = Math.max(readyS, freeS)
    const workS = meanS * (1 + spread * (2 * random() - 1))
    if (random() < killShare) {
      const killedS = beginS + workS * random()
      waiting.push(killedS + detectionS)
      idle.push(killedS)
      continue
    }
    const endS = beginS + workS + overheadS
    idle.push(endS)
    lastS = Math.max(lastS, endS)
    usefulS += workS
  }
  return { makespanS: lastS, busy: usefulS / (workers * lastS) }
}
