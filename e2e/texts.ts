import { PRODUCT_NAME } from '@/lib/config/environment/brand'
import { en as english } from '@/lib/i18n/en'
import { fillProduct } from '@/lib/i18n/format'
import { tr as turkish } from '@/lib/i18n/tr'

/** The texts of the pages with the default product name. */
export const en = fillProduct(english, PRODUCT_NAME)
export const tr = fillProduct(turkish, PRODUCT_NAME)
