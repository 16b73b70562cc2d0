/** A backup that cannot be used, with all its faults. */
export class DamagedBackupError extends Error {
  readonly problems: readonly string[]
  constructor(backup: string, problems: readonly string[]) {
    const shown = problems.slice(0, 20).join('; ')
    super(`the backup ${backup} is damaged: ${shown}${problems.length > 20 ? `; ${problems.length - 20} more` : ''}`)
    this.name = 'DamagedBackupError'
    this.problems = problems
  }
}
