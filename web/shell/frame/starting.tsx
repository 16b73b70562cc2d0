import { Skeleton } from '../../ui/page/pane-states.tsx'
import { Frame } from './frame.tsx'

/** Shown while the provider checks who is signed in: the frame at once, its content after 150 ms. */
export function Starting() {
  return (
    <Frame>
      <title>Apsis</title>
      <Skeleton rows={4} />
    </Frame>
  )
}
