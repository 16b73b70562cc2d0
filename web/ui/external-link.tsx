/** A link out of the application: a window of its own, and nothing told to where it leads. */
export function ExternalLink({ href, children }: React.PropsWithChildren<{ readonly href: string }>) {
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
      <span className="visually-hidden"> (opens a new window)</span>
    </a>
  )
}
