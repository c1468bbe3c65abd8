import { mergeClassNames } from '@/components/ui/class-names'
import { settings } from '@/lib/config/settings'

/** The gate: two towers, battlements and an open arch. Decoration; the name stands beside it or in the link's label. */
export function BrandMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden focusable="false" className={mergeClassNames('size-7', className)}>
      <rect width="32" height="32" rx="8" className="fill-primary" />
      <path
        className="fill-on-primary"
        d="M7 25V8h3.6v2.6h3.2V8h4.4v2.6h3.2V8H25v17h-5v-5.2a4 4 0 0 0-8 0V25Z"
      />
    </svg>
  )
}

/** The mark with the name. */
export function BrandName() {
  return (
    <span className="inline-flex items-center gap-2.5 text-[0.9375rem] font-semibold tracking-tight">
      <BrandMark />
      {settings().brand.productName}
    </span>
  )
}
