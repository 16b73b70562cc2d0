import { type Level, StatusSymbol } from '../../ui/status/status-symbol.tsx'

type Props = React.PropsWithChildren<{ readonly level: Level; readonly title: string }>

/** Shows a state in a line, aligned with the lists beside it. */
export function Plain({ level, title, children }: Props) {
  return (
    <div>
      <p className="row medium gap-8">
        <StatusSymbol level={level} />
        {title}
      </p>
      {children ? <p className="muted fs-12">{children}</p> : null}
    </div>
  )
}
