import { type FetchOnNeed, fetchedOf, useFetched } from './fetched.ts'

/** A part of the screen whose code is fetched when it is first needed. */
export type Part<Props> = Pick<FetchOnNeed<unknown>, 'prefetch'> & {
  /** Shows the part, or the given replacement until its code is there. */
  readonly Show: (props: Props) => React.ReactNode
}

type Component<Props> = (props: Props) => React.ReactNode

/** Returns a part. Unlike a lazy React component it is drawn in the same step in which its code arrives, and needs no boundary. */
export function partOf<Props = object>(
  load: () => Promise<Component<Props>>,
  meanwhile: React.ReactNode = null,
): Part<Props> {
  const part = fetchedOf(load)
  function Show(props: Props) {
    const { value: Loaded } = useFetched(part)
    return Loaded ? <Loaded {...(props as Props & React.JSX.IntrinsicAttributes)} /> : meanwhile
  }
  return { prefetch: part.prefetch, Show }
}
