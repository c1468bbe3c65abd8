import type { ProblemText } from '@/lib/i18n/problem-text'

/** Requests that cannot be processed as they are. */
export const requestProblems = {
  malformed_json: {
    title: 'Bozuk JSON',
    text: 'Gövde geçerli bir JSON değil.',
    remedy: 'UTF-8 ile kodlanmış tek bir JSON nesnesi gönderin.',
  },
  bad_request: {
    title: 'Hatalı istek',
    text: 'İstek okunamıyor.',
    remedy: 'İsteği API belgeleriyle karşılaştırın.',
  },
  request_timeout: {
    title: 'İstek zaman aşımına uğradı',
    text: 'İsteğin gelmesi çok uzun sürdü.',
    remedy:
      'Başlıkları 10 saniye, gövdeyi 30 saniye içinde gönderin. 100 kB’den büyük gövdeleri saniyede en az 64 kB hızla gönderin.',
  },
  headers_too_large: {
    title: 'Başlıklar çok büyük',
    text: 'İstekte çok fazla başlık var veya başlıklar çok uzun.',
    remedy:
      'En fazla 200 başlık ve toplam 16 kB gönderin. Tarayıcı kullanıyorsanız bu sitenin çerezlerini silin.',
  },
  misdirected_request: {
    title: 'Yanlış yönlendirilmiş istek',
    text: 'Hizmet, bu sunucu adıyla gelen isteklere yanıt vermiyor.',
    remedy: '`localhost` veya `APP_BASE_URL` içindeki sunucu adını kullanın.',
  },
  not_implemented: {
    title: 'Yöntem desteklenmiyor',
    text: 'Hizmet bu yöntemi desteklemiyor.',
    remedy: 'Desteklenen yöntemler `Allow` başlığındadır.',
  },
  origin_not_allowed: {
    title: 'Kaynağa izin verilmiyor',
    text: 'İstek başka bir siteden geldi. Bu sayfayı doğrudan açıp yeniden deneyin.',
    remedy:
      'İsteği izin verilen bir kaynaktan ya da Bearer belirteciyle tarayıcı dışından gönderin.',
  },
  not_found: {
    title: 'Bulunamadı',
    text: 'Aradığınız öğe yok veya bu öğeye erişiminiz yok.',
    remedy: 'URL’yi ve kimliği kontrol edin.',
  },
  method_not_allowed: {
    title: 'Yönteme izin verilmiyor',
    text: 'Bu uç nokta bu yöntemi desteklemiyor.',
    remedy: 'Desteklenen yöntemler `Allow` başlığındadır.',
  },
  conflict: {
    title: 'Çakışma',
    text: 'Bu işlem güncel durumla çakışıyor. Sayfayı yenileyip yeniden deneyin.',
    remedy: 'Yeniden denemeden önce kaynağın güncel hâlini okuyun.',
  },
  precondition_failed: {
    title: 'Bu arada değiştirildi',
    text: 'Bu kaydı siz açtıktan sonra başka biri değiştirdi. Kaydetmeden önce gözden geçirin.',
    remedy: 'Kaynağı yeniden okuyun ve yeni `ETag` değerini `If-Match` ile gönderin.',
  },
  body_too_large: {
    title: 'Gövde çok büyük',
    text: 'İstek, bu uç noktanın kabul ettiğinden büyük.',
    remedy: 'En fazla 100 kB, kullanıcıları içe aktarırken en fazla 10 MiB gönderin.',
  },
  payload_too_large: {
    title: 'Dosya çok büyük',
    text: 'Dosya çok büyük. Daha küçük bir dosya seçin.',
    remedy:
      'En fazla 10 MiB boyutunda bir dosya gönderin. Formun tamamı için sınır bundan yalnızca biraz büyüktür.',
  },
  range_not_satisfiable: {
    title: 'Aralık karşılanamıyor',
    text: 'İstenen aralık dosyanın sonundan sonra başlıyor.',
    remedy: 'Dosyanın boyutu `Content-Range` başlığındadır.',
  },
  image_too_large: {
    title: 'Görsel çok büyük',
    text: 'Görsel 40 megapikselden büyük, işlenmesi çok fazla bellek veya zaman gerektiriyor ya da yeniden kodlandığında çok büyük oluyor.',
    remedy: 'Önce görseli küçültün veya JPEG olarak kaydedin.',
  },
  quota_exceeded: {
    title: 'Depolama kotası aşıldı',
    text: 'Bu dosya için yeterli depolama alanı yok. Artık gerekmeyen dosyaları silin.',
    remedy: 'Dosya silin veya bir yöneticiden kotanızı artırmasını isteyin.',
  },
  unsupported_media_type: {
    title: 'Desteklenmeyen içerik türü',
    text: 'Bu içerik türü burada desteklenmiyor.',
    remedy:
      '`Content-Type: application/json` gönderin. Dosyalar için uç noktanın kabul ettiği türlerden birini kullanın.',
  },
  validation_failed: {
    title: 'Doğrulama başarısız',
    text: 'İşaretli alanları düzeltin.',
    remedy: '`errors` içinde geçersiz alanların her biri bir JSON Pointer ile listelenir.',
  },
} satisfies Record<string, ProblemText>
