import type { Messages } from '@/lib/i18n/en'

export const apiKeys: Messages['apiKeys'] = {
  title: 'API anahtarları',
  titleOf: 'API anahtarları: {person}',
  lead: 'Anahtarlar, betiklerinizin ve uygulamalarınızın API’yi sizin adınıza çağırmasını sağlar. Her anahtar yalnızca izin verdiğiniz işlemleri yapabilir ve izinleri hiçbir zaman sizinkileri aşmaz.',
  leadPerson:
    'Anahtarları yalnızca kullanıcının kendisi oluşturabilir. Yöneticiler anahtarları görebilir ve iptal edebilir.',
  leadService:
    'Bu hesap API’yi bu anahtarlarla çağırır. Her anahtar yalnızca izin verdiğiniz işlemleri yapabilir ve izinleri hiçbir zaman hesabınkileri aşmaz.',
  noneTitle: 'Henüz API anahtarı yok',
  noneText:
    'Anahtar, yazılımlar için parolanın yerini tutar. Süresi dolana veya iptal edilene kadar geçerlidir.',
  columns: {
    name: 'Ad',
    permissions: 'İzinler',
    addresses: 'İzin verilen adresler',
    created: 'Oluşturulma tarihi',
    lastUsed: 'Son kullanım',
    expires: 'Bitiş',
    actions: 'İşlemler',
  },
  neverUsed: 'Hiç',
  expiresOn: 'Bitiş: {day}',
  expired: 'Süresi doldu',
  noPermissions: 'Yok',
  anyAddress: 'Tüm adresler',
  more: { one: '{count} tane daha', other: '{count} tane daha' },
  pager: { first: 'Başa dön', next: 'Daha eski anahtarlar' },
  created: {
    title: 'Hizmet hesaplarının API anahtarları',
    lead: 'Bu kullanıcı, aşağıdaki hizmet hesapları için API anahtarı oluşturdu. Kullanıcı devre dışı bırakılsa veya silinse de bu anahtarlar çalışmaya devam eder.',
    count: { one: '{count} API anahtarı', other: '{count} API anahtarı' },
  },
  card: {
    lead: 'Yazılımlar bu anahtarlarla API’yi bu hesap olarak çağırır.',
    none: 'API anahtarı yok.',
    all: 'Tüm API anahtarları',
    manage: 'API anahtarlarını yönet',
  },
  create: {
    title: 'API anahtarı oluştur',
    lead: 'Anahtar yalnızca bir kez, oluşturulduktan hemen sonra gösterilir.',
    submit: 'Anahtar oluştur',
    signInFirst:
      'Oturum açmanızın üzerinden bir süre geçti. Anahtar oluşturmak için yeniden oturum açın.',
    nameHint: 'Anahtarın ne için olduğu, örneğin “Gecelik dışa aktarma”.',
    permissionsHint: 'Yalnızca yazılımın ihtiyaç duyduğu izinleri seçin.',
    noPermissions: 'Seçilebilecek izin yok. Anahtar yalnızca hesabın kendi verilerine erişebilir.',
    lifetime: 'Geçerlilik süresi',
    lifetimeHint: 'Süre dolmadan bir hafta önce hatırlatırız.',
    lifetimes: { 7: '7 gün', 30: '30 gün', 90: '90 gün', 180: '180 gün', 365: '1 yıl' },
    addressesHint:
      'IP adresleri veya 203.0.113.0/24 gibi ağlar, her satırda bir tane. Tüm adreslere izin vermek için boş bırakın.',
    notHeld:
      'Bu izinlerden biri sizde veya hesapta olmadığı için anahtar oluşturulmadı. Sayfayı yenileyip yeniden seçin.',
    tooMany:
      'Bu hesap etkin olmadığı veya çok fazla anahtarı olduğu için anahtar oluşturulmadı. Artık gerekmeyen bir anahtarı iptal edin.',
  },
  shown: {
    label: 'API anahtarı: “{name}”',
    once: 'Anahtarı şimdi kopyalayın. Bir daha gösterilmeyecek. Şu tarihe kadar geçerlidir: {time}.',
    copy: 'Anahtarı kopyala',
    copied: 'Kopyalandı',
    use: 'Her istekte bu başlıkla gönderin:',
    seen: 'Bitti',
  },
  revoke: {
    submit: 'İptal et',
    label: 'API anahtarını iptal et: {name}',
    title: '“{name}” iptal edilsin mi?',
    text: 'Bu anahtarı kullanan yazılımların erişimi hemen kesilir. Bunu geri alamazsınız.',
    cancel: 'Vazgeç',
    done: 'API anahtarı iptal edildi.',
    gone: 'Bu anahtar artık yok.',
  },
}
