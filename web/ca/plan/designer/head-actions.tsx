import { useLayoutEffect } from 'react'
import { PageHead } from '../../../shell/page/page-head.tsx'
import { createStore, useStore } from '../../../ui/store/store.ts'

/** The actions of the designer in the head of its page. */
const shown = createStore<React.ReactNode>(null)

/** Puts actions into the head of the page as long as it is shown: they belong to the design below it. */
export function HeadActions({ children }: React.PropsWithChildren) {
  useLayoutEffect(() => {
    shown.set(children)
    return () => shown.set(null)
  }, [children])
  return null
}

/** The head of the page with the actions of the design: it alone is drawn again when they change. */
export function DesignHead(props: Omit<React.ComponentProps<typeof PageHead>, 'children'>) {
  return <PageHead {...props}>{useStore(shown)}</PageHead>
}
