/** The first stop of the Tab key: past the navigation, to the page's content. */
export function SkipLink({ label }: { label: string }) {
  return (
    <a
      href="#content"
      className="fixed top-2 left-2 z-50 -translate-y-16 rounded-md bg-primary px-3 py-2 font-medium text-on-primary focus-visible:translate-y-0"
    >
      {label}
    </a>
  )
}
