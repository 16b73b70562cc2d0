/** Returns a `Date` class whose current time is ahead by this amount; a date of a given instant is unchanged. */
export function movedDate(real: DateConstructor, aheadMs: number): DateConstructor {
  const now = () => real.now() + aheadMs
  return new Proxy(real, {
    apply: () => new real(now()).toString(),
    construct: (_, given, made) => Reflect.construct(real, given.length === 0 ? [now()] : given, made),
    get: (_, key) => (key === 'now' ? now : Reflect.get(real, key)),
  })
}
