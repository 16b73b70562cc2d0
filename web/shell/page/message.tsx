import styles from './message.module.css'

type Props = React.PropsWithChildren<{ readonly title: string; readonly symbol?: React.ReactNode }>

/** A page with only one message. */
export function Message({ title, symbol, children }: Props) {
  return (
    <div className={`stack items-start w-full gap-12 soft max-w-640 ${styles.message}`}>
      <title>{`${title} · Apsis`}</title>
      <h1 className="row gap-10 ink medium">
        {symbol}
        {title}
      </h1>
      {children}
    </div>
  )
}
