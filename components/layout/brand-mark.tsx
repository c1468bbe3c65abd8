import { mergeClassNames } from '@/components/ui/class-names'
import { logos } from '@/lib/brand/brand'
import { settings } from '@/lib/config/settings'

/**
 * The gate: two towers, battlements and an open arch. Decorative: the name appears beside it or in
 * the link's label.
 */
export function BrandMark({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 32 32"
      aria-hidden
      focusable="false"
      className={mergeClassNames('size-7', className)}
    >
      <rect width="32" height="32" rx="8" className="fill-primary" />
      <path
        className="fill-on-primary"
        d="M7 25V8h3.6v2.6h3.2V8h4.4v2.6h3.2V8H25v17h-5v-5.2a4 4 0 0 0-8 0V25Z"
      />
    </svg>
  )
}

/** The logo, if there is one, with the product name as alternative text; otherwise null. */
function Logo({ className }: { className: string }) {
  const found = logos()
  if (!found) return null
  const { productName } = settings().brand
  const image = (src: string, shown?: string) => (
    // oxlint-disable-next-line nextjs/no-img-element -- made to size when it was uploaded, and cached
    <img
      src={src}
      alt={productName}
      className={mergeClassNames('w-auto object-contain', className, shown)}
    />
  )
  if (found.light === found.dark) return image(found.light)
  return (
    <>
      {image(found.light, 'on-light')}
      {image(found.dark, 'on-dark')}
    </>
  )
}

/** The logo, or the built-in mark. */
export function BrandLogo() {
  return logos() ? <Logo className="h-10 max-w-60" /> : <BrandMark className="size-10" />
}

/** The logo, or the built-in mark with the product name. */
export function BrandName() {
  if (logos()) return <Logo className="h-7 max-w-36" />
  return (
    <span className="inline-flex items-center gap-2.5 text-[0.9375rem] font-semibold tracking-tight">
      <BrandMark />
      {settings().brand.productName}
    </span>
  )
}
