import { type CloudQuestion, type FragmentCloud, makeFragmentCloud } from './fragment-cloud.ts'

export type CloudAnswer = { readonly cloud: FragmentCloud } | { readonly failure: string }

// A hundred thousand orbits take seconds, which the page would stand still for.
addEventListener('message', ({ data }: MessageEvent<CloudQuestion>) => {
  const answer = (said: CloudAnswer, transfer: Transferable[]) => postMessage(said, { transfer })
  try {
    const cloud = makeFragmentCloud(data)
    answer({ cloud }, [cloud.shape.buffer, cloud.angle.buffer, cloud.rate.buffer])
  } catch (failure) {
    answer({ failure: failure instanceof Error ? failure.message : String(failure) }, [])
  }
})
