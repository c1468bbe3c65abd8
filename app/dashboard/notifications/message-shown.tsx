interface MessageShownProps {
  title: string
  body: string
  href: string | null
  /** What the link is called. */
  linkLabel: string
}

/** A notification's content, as it was written. */
export function MessageShown({ title, body, href, linkLabel }: MessageShownProps) {
  return (
    <div className="grid gap-2 rounded-md border border-line bg-subtle p-4">
      <p dir="auto" className="font-semibold [overflow-wrap:anywhere]">
        {title}
      </p>
      <p dir="auto" className="[overflow-wrap:anywhere] whitespace-pre-wrap">
        {body}
      </p>
      {href ? (
        <p className="text-[0.8125rem] text-muted">
          {linkLabel}: <span className="font-mono break-all">{href}</span>
        </p>
      ) : null}
    </div>
  )
}
