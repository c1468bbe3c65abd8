'use client'

import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { CropTexts } from '@/app/dashboard/account/crop-box'

const CropBox = lazy(() => import('@/app/dashboard/account/crop-box'))

/**
 * Crops the image chosen in the surrounding form and replaces the field's file with the result.
 * Without JavaScript, the service crops to the center.
 */
export function AvatarCrop({ texts }: { texts: CropTexts }) {
  const place = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<{ url: string; input: HTMLInputElement } | null>(null)

  useEffect(() => {
    const input = place.current
      ?.closest('form')
      ?.querySelector<HTMLInputElement>('input[type=file]')
    if (!input) return
    let reader: FileReader | undefined
    const show = () => {
      // A large file chosen earlier could otherwise be read after this one.
      reader?.abort()
      const file = input.files?.[0]
      if (!file?.type.startsWith('image/')) return setChosen(null)
      reader = new FileReader()
      reader.onload = ({ target }) => setChosen({ url: target!.result as string, input })
      reader.readAsDataURL(file)
    }
    // The image may have been chosen before this script ran.
    show()
    input.addEventListener('change', show)
    return () => {
      input.removeEventListener('change', show)
      reader?.abort()
    }
  }, [])

  return (
    <div ref={place} className="empty:hidden">
      {chosen ? (
        <Suspense>
          <CropBox
            key={chosen.url}
            url={chosen.url}
            texts={texts}
            onCrop={(file) => replace(chosen.input, file)}
          />
        </Suspense>
      ) : null}
    </div>
  )
}

/** Setting a field's files from a script fires no event, so the user's original choice is kept. */
function replace(input: HTMLInputElement, file: File) {
  const files = new DataTransfer()
  files.items.add(file)
  input.files = files.files
}
