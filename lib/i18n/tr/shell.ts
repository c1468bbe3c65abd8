import type { Messages } from '@/lib/i18n/en'

/** The frame of every page: navigation, user menu, footer and preferences, in Turkish. */
export const shell: Messages['shell'] = {
  productLine: 'Hizmetleriniz için kimlik doğrulama, oturum ve izin yönetimi.',
  skipToContent: 'İçeriğe geç',
  home: '{product} ana sayfası',
  languageLabel: 'Dil',
  languageNames: { en: 'English', tr: 'Türkçe' },
  themeLabel: 'Tema',
  themeNames: { light: 'Açık', dark: 'Koyu', system: 'Sistem' },
  preferences: 'Tercihler',
  preferencesLead: 'Yalnızca bu tarayıcıda saklanır.',
  apiReference: 'API belgeleri',
  contact: 'İletişim',
  support: 'Destek',
  terms: 'Kullanım koşulları',
  privacy: 'Gizlilik politikası',
  openNavigation: 'Menüyü aç',
  closeNavigation: 'Menüyü kapat',
  navigation: 'Ana menü',
  accountMenu: 'Hesap menüsü',
  signOut: 'Oturumu kapat',
  back: 'Geri',
  groups: { general: 'Genel', account: 'Hesabınız', administration: 'Yönetim' },
}
