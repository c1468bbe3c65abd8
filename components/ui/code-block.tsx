/** Text for a terminal or from the wire. It scrolls inside itself; Tab reaches it so that the keyboard can scroll too. */
export function CodeBlock({ label, children }: { label: string; children: string }) {
  return (
    <pre
      role="region"
      aria-label={label}
      tabIndex={0}
      className="overflow-x-auto rounded-lg border border-line bg-subtle px-4 py-3 font-mono text-[0.8125rem] leading-relaxed"
    >
      <code>{children}</code>
    </pre>
  )
}
