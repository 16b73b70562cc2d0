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
  leave: <path d="M8 3.5H4.5v13H8M12.5 6.5 16 10l-3.5 3.5M16 10H8" />,
} as const

/** A line drawing of 20 × 20; what it does is said by the control around it. */
export function Icon({ name }: { readonly name: keyof typeof PATHS }) {
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
