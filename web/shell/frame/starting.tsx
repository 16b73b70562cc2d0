import { Skeleton } from '../../ui/page/pane-states.tsx'
import { Frame } from './frame.tsx'

/** Shows the frame at once while the provider checks who is signed in, and its content after 150 ms. */
export function Starting() {
  return (
    <Frame>
      <title>Apsis</title>
      <Skeleton rows={4} />
    </Frame>
  )
}
