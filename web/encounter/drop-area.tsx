import { useState } from 'react'

type Props = {
  readonly className: string | undefined
  /** The additional class while files are over the area. */
  readonly overClassName: string | undefined
  readonly onFiles: (files: FileList) => void
  readonly children: React.ReactNode
}

/** Accepts files that are dropped on it. A user without a pointer needs a button that lists files beside it. */
export function DropArea({ className, overClassName, onFiles, children }: Props) {
  const [isOver, setOver] = useState(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is for the pointer, and a list of files does the same.
    <div
      className={`${className} ${isOver ? overClassName : ''}`}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onFiles(event.dataTransfer.files)
      }}
    >
      {children}
    </div>
  )
}
