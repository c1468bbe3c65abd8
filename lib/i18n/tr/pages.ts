import { fault } from '@/lib/i18n/tr/fault'
import type { Messages } from '@/lib/i18n/messages'

/** Pages that stand alone: not found, forbidden, faults, the API's documentation. */
export const pages: Messages['pages'] = {
  notFound: {
    title: 'Sayfa bulunamadı',
    heading: 'Burada bir şey yok',
    lead: 'Adres yanlış yazılmış ya da sayfa taşınmış olabilir.',
  },
  forbidden: {
    title: 'Erişim izniniz yok',
    heading: 'Bu sayfayı açamazsınız',
    lead: 'Hesabınızda gerekli izin yok.',
    missing: 'Eksik izin',
    askAnybody: 'Bir yöneticiye başvurun: izni rollerinizden birine ekleyebilir.',
    askTitle: 'Size bunu kimler verebilir',
    askNobody: 'Şu anda bunu verebilecek etkin kimse yok.',
  },
  fault,
  onward: {
    appTitle: 'Oturumunuz açıldı',
    appFailedTitle: 'Oturumunuz açılmadı',
    appText: 'Bundan sonrası uygulamada.',
    appAction: 'Uygulamaya dön',
    providerTitle: '{provider} ile devam et',
    providerText: 'O hesabı hesabınıza bağlamak için orada oturum açın.',
  },
  toHome: 'Panele git',
  docs: {
    title: 'API belgeleri',
    lead: 'Sayfaların yaptığı her şey, HTTP üzerinden JSON ile. Sözleşmenin tamamı OpenAPI belgesindedir.',
    openapi: 'OpenAPI 3.1 belgesi',
    authentication: 'Kimlik doğrulama',
    authenticationText:
      'POST /api/v1/auth/login ile oturum açın ve erişim jetonunu Authorization: Bearer başlığıyla gönderin. POST /api/v1/auth/refresh ile yenileyin; her yenileme jetonu bir kez kullanılır.',
    endpoints: 'Uç noktalar',
    endpointsText: 'Bir uç noktada listelenen yanıtların yanı sıra her istek {statuses} ile yanıtlanabilir.',
    accessPublic: 'Herkese açık',
    accessSignedIn: 'Oturum açmış',
    fields: 'Gövdenin alanları',
    query: 'Sorgu',
    requiredField: 'zorunlu',
    answers: 'Yanıtlar',
    tryIt: 'Terminalden oturum açma',
    errors: 'Hatalar',
    errorsText: 'Her hata, değişmeyen bir kod taşıyan bir sorun belgesidir (RFC 9457).',
    status: 'Durum',
    code: 'Kod',
    meaning: 'Anlamı',
    remedy: 'Ne yapmalı',
    example: 'Örnek',
    allErrors: 'Tüm hatalar',
    problemTitle: '{code} hatası',
  },
}
