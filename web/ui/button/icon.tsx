const PATHS = {
  theme: (
    <>
      <circle cx="10" cy="10" r="6.5" />
      <path d="M10 3.5a6.5 6.5 0 0 1 0 13z" fill="currentColor" stroke="none" />
    </>
  ),
  bell: <path d="M5 14V9a5 5 0 0 1 10 0v5l1.3 1.5H3.7zM8.3 17.5h3.4" />,
  down: <path d="m6 8 4 4 4-4" />,
  more: <path d="M4.5 10h.01M10 10h.01M15.5 10h.01" strokeWidth="2.2" />,
  close: <path d="m5 5 10 10M15 5 5 15" />,
  book: (
    <path d="M10 5.2C8 3.8 5.6 3.5 3 3.8v11.7c2.6-.3 5 0 7 1.4 2-1.4 4.4-1.7 7-1.4V3.8c-2.6-.3-5 0-7 1.4zm0 0v11.7" />
  ),
  search: (
    <>
      <circle cx="9" cy="9" r="5.5" />
      <path d="M13.2 13.2 17 17" />
    </>
  ),
  conjunction: (
    <>
      <ellipse cx="10" cy="10" rx="8" ry="3.4" transform="rotate(32 10 10)" />
      <ellipse cx="10" cy="10" rx="8" ry="3.4" transform="rotate(-32 10 10)" />
      <circle cx="15.4" cy="10" r="1.3" fill="currentColor" stroke="none" />
    </>
  ),
  ephemeris: (
    <>
      <path d="M5 2.5h7L15.5 6v11.5H5z" />
      <path d="M12 2.5V6h3.5M7.5 13.5c1-4 3-4 5-1.5" />
    </>
  ),
  overview: (
    <>
      <path d="M3 3.5h6v6H3zM11 3.5h6v4h-6zM11 9.5h6v7h-6zM3 11.5h6v5H3z" />
    </>
  ),
  assets: (
    <>
      <path d="m8 8.5 3.5 3.5M7.2 12.8l-1-1a1.4 1.4 0 0 1 0-2l3.6-3.6a1.4 1.4 0 0 1 2 0l2 2a1.4 1.4 0 0 1 0 2l-3.6 3.6a1.4 1.4 0 0 1-2 0z" />
      <path d="m3 8 3-3 2 2-3 3zM12 13l3-3 2 2-3 3zM4.5 16.5a3.5 3.5 0 0 1-1-1" />
    </>
  ),
  screening: (
    <>
      <path d="M3 5h14M3 10h9M3 15h6" />
      <circle cx="15" cy="14" r="2.6" />
    </>
  ),
  tracking: (
    <>
      <path d="M4 13a7.5 7.5 0 0 0 8.5 3.5M4.5 5.5 13 14M4 13c-.5-3 0-5.5.5-7.5 2 .5 6.5 4.5 8.5 8.5-2 .8-5.5.5-9-1z" />
      <path d="M12 3.5A4.5 4.5 0 0 1 16.5 8M12 6.3A1.8 1.8 0 0 1 13.8 8" />
    </>
  ),
  account: (
    <>
      <circle cx="10" cy="7" r="3.2" />
      <path d="M3.8 17c.6-3.4 3-5 6.2-5s5.6 1.6 6.2 5" />
    </>
  ),
  developer: <path d="m7 6-4 4 4 4M13 6l4 4-4 4" />,
  open: <path d="m8 5 5 5-5 5" />,
  globe: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="M3 10h14M10 3c4.6 4.4 4.6 9.6 0 14c-4.6-4.4-4.6-9.6 0-14" />
    </>
  ),
  play: <path d="M6.5 4.5v11l9-5.5z" fill="currentColor" />,
  pause: <path d="M7 5v10M13 5v10" strokeWidth="2.4" />,
  previousMark: <path d="M14.5 5v10L7 10zM5.5 5v10" fill="currentColor" />,
  nextMark: <path d="M5.5 5v10l7.5-5zM14.5 5v10" fill="currentColor" />,
  leave: <path d="M8 3.5H4.5v13H8M12.5 6.5 16 10l-3.5 3.5M16 10H8" />,
} as const

export type IconName = keyof typeof PATHS

/** Shows a line drawing of 20 × 20; the control around it names its effect. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg
      viewBox="0 0 20 20"
      width="20"
      height="20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {PATHS[name]}
    </svg>
  )
}
