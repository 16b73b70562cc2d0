/** Shows the logo: an orbit, its focus and the object at apsis. */
export function Logo({ size }: { readonly size: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <g transform="rotate(-36 16 16)">
        <ellipse cx="16" cy="16" rx="13" ry="9.8" fill="none" stroke="currentColor" strokeWidth="1.9" />
        <circle cx="7.7" cy="16" r="1.8" fill="currentColor" />
        <circle cx="29" cy="16" r="3.9" fill="var(--logo-ground, var(--bg-panel))" />
        <circle cx="29" cy="16" r="2.7" fill="var(--accent)" />
      </g>
    </svg>
  )
}
