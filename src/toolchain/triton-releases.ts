// Written by scripts/pin_triton.py. Source: https://pypi.org/simple/triton/, and RECORD and the
// libraries in each wheel.
import type { WheelMachine } from './platform.ts';

/** A wheel of Triton. All digests are hexadecimal. */
export interface TritonWheel {
  /** The Python and its ABI, as the file name has them. */
  readonly tags: string;
  readonly machine: WheelMachine;
  readonly sha256: string;
  readonly bytes: number;
  /** The `contentDigest` of what it installs. */
  readonly content: string;
  /** The libraries that are longer than what a program loads of them, by their paths. */
  readonly loaded: Readonly<Record<string, LoadedPart>>;
}

/** What a program loads of a library: without the tables for debuggers, which are at the end. */
export interface LoadedPart {
  readonly bytes: number;
  /** How many bytes of its compressed form have them. */
  readonly packed: number;
  /** Of its first `bytes` bytes. */
  readonly sha256: string;
}

/** The wheels of the releases of Triton, for every Python and machine. */
export const TRITON_WHEELS: Readonly<Record<string, readonly TritonWheel[]>> = {
  '3.6.0': [
    {
      tags: 'cp310-cp310',
      machine: 'aarch64',
      sha256: '6c723cfb12f6842a0ae94ac307dba7e7a44741d720a40cf0e270ed4a4e3be781',
      bytes: 175972180,
      content: '23b0f9bada6107da4a9d24f0df54bb09edee44bc630db663b07e2c001282cf0c',
      loaded: {
        'triton/_C/libproton.so': {
          bytes: 1223304,
          packed: 458752,
          sha256: '8357dc53f680174fb380411416b9df39b658bcc40fc70d440b93c5f77e9579dc',
        },
        'triton/_C/libtriton.so': {
          bytes: 144280160,
          packed: 45547520,
          sha256: '6401cc5bc79b21c26c7df95f4e31063bafea220a4ece590fabde9495b23b2acf',
        },
      },
    },
    {
      tags: 'cp311-cp311',
      machine: 'aarch64',
      sha256: '49df5ef37379c0c2b5c0012286f80174fcf0e073e5ade1ca9a86c36814553651',
      bytes: 176081190,
      content: '2904a827768aca1e5a27cf0abb264413674c93a5f1ea7f5ef320129becabaf3a',
      loaded: {
        'triton/_C/libproton.so': {
          bytes: 1226784,
          packed: 524288,
          sha256: '08369fe400313954214ef1d7a076bbcf7606af0930fc6f19ab7b7a69109989f8',
        },
        'triton/_C/libtriton.so': {
          bytes: 144276832,
          packed: 45547520,
          sha256: '8c2fc9b5470dfc0a1a17b2e15b7269ea522f345aa17c540752f8b3a0efc70767',
        },
      },
    },
    {
      tags: 'cp312-cp312',
      machine: 'aarch64',
      sha256: '374f52c11a711fd062b4bfbb201fd9ac0a5febd28a96fb41b4a0f51dde3157f4',
      bytes: 176128243,
      content: 'ec719c99ca20052fe9557137a5da677748a6e3cece6d3c059be0bd26b7631a80',
      loaded: {
        'triton/_C/libproton.so': {
          bytes: 1227664,
          packed: 524288,
          sha256: 'cb55ef10a0ae3506f7693de9ad407bb9474aff1731e4b3a79ef26c66f9d83997',
        },
        'triton/_C/libtriton.so': {
          bytes: 144279552,
          packed: 45547520,
          sha256: '6bd11c2f1c76de884bd680c55484bf5e710009d873600873733118d91fc1fb7d',
        },
      },
    },
    {
      tags: 'cp313-cp313',
      machine: 'aarch64',
      sha256: '448e02fe6dc898e9e5aa89cf0ee5c371e99df5aa5e8ad976a80b93334f3494fd',
      bytes: 176133521,
      content: '19c4aeabf2f6577fb4c30db98a4660d14f8392a2411c2978082d4641be5f8a66',
      loaded: {
        'triton/_C/libproton.so': {
          bytes: 1228920,
          packed: 524288,
          sha256: 'e61d704c154942b37914cd8b201af15715f53e2d8c8033df0719f991ec145def',
        },
        'triton/_C/libtriton.so': {
          bytes: 144286760,
          packed: 45547520,
          sha256: 'f0e5b4e61dbaf58cb0a0c64e6ef327960980470106f4612f15d8e9d3d40fae97',
        },
      },
    },
    {
      tags: 'cp313-cp313t',
      machine: 'aarch64',
      sha256: '1722e172d34e32abc3eb7711d0025bb69d7959ebea84e3b7f7a341cd7ed694d6',
      bytes: 176276087,
      content: '526dc77e0c421ff58db9871239803c78bd67156136dcd4220b52367b21cc561d',
      loaded: {
        'triton/_C/libproton.so': {
          bytes: 1234424,
          packed: 524288,
          sha256: '1df92c480bff2548b74be2b7a5f39c24b6805ce482b3fe712972798dd2bb89a6',
        },
        'triton/_C/libtriton.so': {
          bytes: 144296800,
          packed: 45547520,
          sha256: '62f01c286daf2f475a8edaf57d7470eb6eff3c601c74cd68f11cf513e5b632be',
        },
      },
    },
    {
      tags: 'cp314-cp314',
      machine: 'aarch64',
      sha256: 'ef5523241e7d1abca00f1d240949eebdd7c673b005edbbce0aca95b8191f1d43',
      bytes: 176138577,
      content: 'e2cbf1aa12f77c0af18e2e18174746df0492f48bb6ecb7c03737f3c4bb1dc1bf',
      loaded: {
        'triton/_C/libproton.so': {
          bytes: 1229080,
          packed: 524288,
          sha256: '9ae2b7be404e92ef9778c58cb6f0c9a0fde30d0db3b761e0ddf4961d48994030',
        },
        'triton/_C/libtriton.so': {
          bytes: 144286952,
          packed: 45547520,
          sha256: 'a7754b6bffc887fba7d143b39070a0795115777698980b1779e0f66698ab0f18',
        },
      },
    },
    {
      tags: 'cp314-cp314t',
      machine: 'aarch64',
      sha256: '0b3a97e8ed304dfa9bd23bb41ca04cdf6b2e617d5e782a8653d616037a5d537d',
      bytes: 176274804,
      content: '422f060e844ec3d320ffd0f57e5235f1a9c0df05a6d638e6ba043fe3931ba1cd',
      loaded: {
        'triton/_C/libproton.so': {
          bytes: 1234456,
          packed: 524288,
          sha256: '87006ac12d7e170203d49f3fbc7105e0294924075a3bf820b7f2fa1cb481852c',
        },
        'triton/_C/libtriton.so': {
          bytes: 144296864,
          packed: 45547520,
          sha256: '1ed1fa93fea6a539786062a0f358ab6e5ffb44b29b98ed7ef58ebb2e44573239',
        },
      },
    },
    {
      tags: 'cp310-cp310',
      machine: 'x86_64',
      sha256: 'a6550fae429e0667e397e5de64b332d1e5695b73650ee75a6146e2e902770bea',
      bytes: 188105201,
      content: 'f5d498b7d42cb385dc34d627e0202deea2a39f6524d3d195d430ce194e270268',
      loaded: {
        'triton/_C/libproton.so': {
          bytes: 1266840,
          packed: 524288,
          sha256: 'c28462e605ff656a35a79c8f8fc64214ae4fc2f2b8f2a5a34c48e65894c21474',
        },
        'triton/_C/libtriton.so': {
          bytes: 147528896,
          packed: 48234496,
          sha256: '19f372b857811e087dd324e96126562ca5d0cc256a3096ce9bf2b303c46c4445',
        },
      },
    },
    {
      tags: 'cp311-cp311',
      machine: 'x86_64',
      sha256: 'e8e323d608e3a9bfcc2d9efcc90ceefb764a82b99dea12a86d643c72539ad5d3',
      bytes: 188214640,
      content: '60627eac9e5d0aea2de18e7bc388acfc7d9fbbc481b7f2b278855f7a988e43a1',
      loaded: {
        'triton/_C/libproton.so': {
          bytes: 1271136,
          packed: 524288,
          sha256: '6642ad9056ecbc49c4f1e69ce63a2bcfed7bde30ce22a75cc465ca47cda9c116',
        },
        'triton/_C/libtriton.so': {
          bytes: 147525952,
          packed: 48234496,
          sha256: '972a3e28d572439f78214c0aeb55b6306f64aeeb983199b65369062dc26b54a1',
        },
      },
    },
    {
      tags: 'cp312-cp312',
      machine: 'x86_64',
      sha256: '74caf5e34b66d9f3a429af689c1c7128daba1d8208df60e81106b115c00d6fca',
      bytes: 188266850,
      content: 'eb7216373eba180298dc8aab17f2a67428af201e46ad35dc5084acb64e58526f',
      loaded: {
        'triton/_C/libproton.so': {
          bytes: 1271488,
          packed: 524288,
          sha256: '999ea6e87b5d91e38c2359a55351139c9445ea8f795ac50fa08c9aff37f27e0b',
        },
        'triton/_C/libtriton.so': {
          bytes: 147528512,
          packed: 48234496,
          sha256: 'ff33167186e2d1f495fbfebe47f7112117ef9e213fe48054a0f6587e5be0a4bc',
        },
      },
    },
    {
      tags: 'cp313-cp313',
      machine: 'x86_64',
      sha256: '10c7f76c6e72d2ef08df639e3d0d30729112f47a56b0c81672edc05ee5116ac9',
      bytes: 188289450,
      content: '7319f51a407083cc0f16fb41ca279fcb555092fc183cbe68e82580d4108c2bc5',
      loaded: {
        'triton/_C/libproton.so': {
          bytes: 1272664,
          packed: 524288,
          sha256: '32fbba02879991a3ccc494f795fdb2fda8fb921d2adbabdb2f4d4ae398908094',
        },
        'triton/_C/libtriton.so': {
          bytes: 147535448,
          packed: 48234496,
          sha256: '3714278415188290b08222ba7b3ffc2a67af1da47ee5a7114abd8e64f3adba07',
        },
      },
    },
    {
      tags: 'cp313-cp313t',
      machine: 'x86_64',
      sha256: 'd002e07d7180fd65e622134fbd980c9a3d4211fb85224b56a0a0efbd422ab72f',
      bytes: 188400296,
      content: '6f01b1f7f2f96d132574a396d6ff41ab1da2c5d0d597e8bdc1ecf5560b4a92b1',
      loaded: {
        'triton/_C/libproton.so': {
          bytes: 1277432,
          packed: 524288,
          sha256: 'd5a30226c2eed0af7772c71363f9ca417f3f0e790ab143f25d0a959b4c069db1',
        },
        'triton/_C/libtriton.so': {
          bytes: 147542368,
          packed: 48234496,
          sha256: 'a22ec62be92ad37dba5c9dd14236256b0e4ff856b4305745c581a50bc7609dc0',
        },
      },
    },
    {
      tags: 'cp314-cp314',
      machine: 'x86_64',
      sha256: 'a17a5d5985f0ac494ed8a8e54568f092f7057ef60e1b0fa09d3fd1512064e803',
      bytes: 188273063,
      content: 'fc9eb733444582a361c443926cc748f7991e7c55e404135b1c3af1056b5ea3f2',
      loaded: {
        'triton/_C/libproton.so': {
          bytes: 1272728,
          packed: 524288,
          sha256: '2ce0744029f3b8faf1ca3409151632ba60899c6a26a7245829119b9d3029bdd2',
        },
        'triton/_C/libtriton.so': {
          bytes: 147535256,
          packed: 48234496,
          sha256: 'ce1ef45eb80ae058ef7c6f433338d04c0e34050c18ba1aa5161e8d7d147746f7',
        },
      },
    },
    {
      tags: 'cp314-cp314t',
      machine: 'x86_64',
      sha256: '46bd1c1af4b6704e554cad2eeb3b0a6513a980d470ccfa63189737340c7746a7',
      bytes: 188397994,
      content: '6886d12a66ccc878e2f9976d725e848d3ad72a65937a1109411981e8323326ba',
      loaded: {
        'triton/_C/libproton.so': {
          bytes: 1277432,
          packed: 524288,
          sha256: '9aa4c5dcc6c72155eb8e175ea910a1e62109d21d16a9645ce73f14e8728db6ea',
        },
        'triton/_C/libtriton.so': {
          bytes: 147542368,
          packed: 48234496,
          sha256: 'fd7799a77447f1ade5bdc1cdc302522f70cab04b1cb94690b42449a03ed205bf',
        },
      },
    },
  ],
  '3.7.0': [
    {
      tags: 'cp310-cp310',
      machine: 'aarch64',
      sha256: '223ac302091491436c248a34ee1e6c47a1026486579103c906ffd805be50cb89',
      bytes: 188367104,
      content: '722fd23c1993e8d2b67a226c76d0872595034dd423b4ff27aaa98a1a39c47fac',
      loaded: {
        'triton/_C/libproton.so': {
          bytes: 1624808,
          packed: 589824,
          sha256: 'bd29b2acb343b54e0a85f4f9472ed5bdbf98e2bdcf4d2e9145be4b611bd69083',
        },
        'triton/_C/libtriton.so': {
          bytes: 177023296,
          packed: 52166656,
          sha256: '3e9481f09e476434179feb009ec2e9dca10d275a96fbe9d779988708185ae348',
        },
      },
    },
    {
      tags: 'cp311-cp311',
      machine: 'aarch64',
      sha256: 'a9e71fc392675fac364e0ecf4ef3f76f85b7f5433a16f4c3c5fe5f05a52c85fe',
      bytes: 188480277,
      content: '6b61f05d70b3ea13ce06f40af29fac915ec61eb525dd129d60b18133f276d23a',
      loaded: {
        'triton/_C/libproton.so': {
          bytes: 1628528,
          packed: 589824,
          sha256: '939ccd2b77e1d4821e3c1ca7ba76d856a5b7b3a7f9c33717763da0237642cb56',
        },
        'triton/_C/libtriton.so': {
          bytes: 177023528,
          packed: 52166656,
          sha256: '58224b6779ad04492229695bc775f36a4969eed49e0cb5977f5ede056640ac84',
        },
      },
    },
    {
      tags: 'cp312-cp312',
      machine: 'aarch64',
      sha256: 'a4bf49b00a7a377a68a6da603a876e797614e6455a80e9021669c476a953ad9a',
      bytes: 188505104,
      content: '4df17a6c3a5ac6a0863dee0a14472f5cecd24a126bc9b213b6573c137e560a07',
      loaded: {
        'triton/_C/libproton.so': {
          bytes: 1628816,
          packed: 589824,
          sha256: '03af141b364e3c8e729a4723e52f111a3d9f4e6c29911aeabdf2c77e4f7049da',
        },
        'triton/_C/libtriton.so': {
          bytes: 177026072,
          packed: 52166656,
          sha256: '59b1e8bc84074ec4d6924c6221d715031e3cafa90d642d8be8fee21838b92012',
        },
      },
    },
    {
      tags: 'cp313-cp313',
      machine: 'aarch64',
      sha256: 'abdf6beaa89b1bcfb9a43cd990536ce66091a997841a4814b260b7bee4c88c3c',
      bytes: 188503209,
      content: '3f420a9c698078aa714802db9425cc6800ae730e663252fdd3098c1f198e0a4f',
      loaded: {
        'triton/_C/libproton.so': {
          bytes: 1629248,
          packed: 589824,
          sha256: 'd410ad9039d8eb6627971c99b5141500311cf0b11252ae396221b847db84ede4',
        },
        'triton/_C/libtriton.so': {
          bytes: 177028968,
          packed: 52166656,
          sha256: '51a9eb18fb662e209c4dc69f62ef2620e1c26166f860a827856164d2f2a1cf7d',
        },
      },
    },
    {
      tags: 'cp313-cp313t',
      machine: 'aarch64',
      sha256: 'cc1d61c172d257db80ddf42595131fb196ad2e9bdd751e90fe2ef13531734e8b',
      bytes: 188612899,
      content: 'a33e2eef0973dbf7a658d9105d88997dca74bd95f681e6663340aa81ca570296',
      loaded: {
        'triton/_C/libproton.so': {
          bytes: 1634752,
          packed: 589824,
          sha256: '85d72c688c43e47f969161aaa57a9ccc961ec07b8ac81dcb9aa412fe810102b6',
        },
        'triton/_C/libtriton.so': {
          bytes: 177035264,
          packed: 52232192,
          sha256: '9649b8efef63e59af299c18860605350ebe5af05753df84e282fcfe1d087f169',
        },
      },
    },
    {
      tags: 'cp314-cp314',
      machine: 'aarch64',
      sha256: 'c4a44a8476d0d3571eac4e4d1048e1ff75aad81a09ff4602ccfc56c6dea1672e',
      bytes: 188507879,
      content: 'd85d483be49bd64552f6fd00fa60952134f964b744dfe3089c979e807df0cbff',
      loaded: {
        'triton/_C/libproton.so': {
          bytes: 1629408,
          packed: 589824,
          sha256: 'c316c6c28c3d67cce0a4d19292f36348db010be1a65bcbe42402302e4cb82d27',
        },
        'triton/_C/libtriton.so': {
          bytes: 177029160,
          packed: 52166656,
          sha256: '1298b8cefd8f04ccf5ffa0fd994635a9e476c431a107d40267844a873576c0c9',
        },
      },
    },
    {
      tags: 'cp314-cp314t',
      machine: 'aarch64',
      sha256: '18a160de426fd99f92b0baf509045360afbd3bfaa0b4a5171dde800ec9f09684',
      bytes: 188608706,
      content: '55bf78880218d07084a7af520c1dfa746f5f6cc47f2bb12345268419457934a2',
      loaded: {
        'triton/_C/libproton.so': {
          bytes: 1634336,
          packed: 589824,
          sha256: '41b3434ace7d678129df3c952cb25f950d124c89ee480c55c74a8e3557fa9c6f',
        },
        'triton/_C/libtriton.so': {
          bytes: 177028480,
          packed: 52232192,
          sha256: '46b41cad7336296db2ca80496dec255325a900b66f37955dc1f828d37cea473a',
        },
      },
    },
    {
      tags: 'cp310-cp310',
      machine: 'x86_64',
      sha256: 'c631b65668d4951213b948a413c0564184305b77bb45cc9d686d3e1ecc4701a3',
      bytes: 201313191,
      content: '982633093000fbe16489d52b44de162636224a46e42a0f95717e318afb1e2e66',
      loaded: {
        'triton/_C/libproton.so': {
          bytes: 1681440,
          packed: 655360,
          sha256: '092acf541929da2f06e123ae33f7f724a97ab870da4a7fb01c32b966379c1c94',
        },
        'triton/_C/libtriton.so': {
          bytes: 180090192,
          packed: 55246848,
          sha256: '474b60b8c9eb00ed625c63308a4bffa3bfa3d862fcc87aa98a2b083b172edbe8',
        },
      },
    },
    {
      tags: 'cp311-cp311',
      machine: 'x86_64',
      sha256: '22bacffce443f54593dd20f05294d5a40622e0ea9ab632816f87154504356221',
      bytes: 201415942,
      content: '8bc57fefcd529c2994bdbe76d6ffa4ae50b35822d65b7b138cf5f22ce88be91f',
      loaded: {
        'triton/_C/libproton.so': {
          bytes: 1685912,
          packed: 655360,
          sha256: '57b05a3dbe809dd6520d11d8de8204bef2a706824c01cfc32678ee148126ce46',
        },
        'triton/_C/libtriton.so': {
          bytes: 180090824,
          packed: 55246848,
          sha256: 'c231a7e63466377baecd57bf029a4f9593611c5b49bb85f8eab34961f0beabe6',
        },
      },
    },
    {
      tags: 'cp312-cp312',
      machine: 'x86_64',
      sha256: '8f111161d49bf903c0eaedde3962353a3d841c08a836839b7cc1025b8426efcf',
      bytes: 201457567,
      content: 'f9500623efb3eb928dc1b6fd3a066a7638018e8f8a4edea73079a94eed0511fc',
      loaded: {
        'triton/_C/libproton.so': {
          bytes: 1685432,
          packed: 655360,
          sha256: 'e45e256b02ac297f9035a2f0800ab139f6b25b7def0a6a4ca67998ad166e7402',
        },
        'triton/_C/libtriton.so': {
          bytes: 180093112,
          packed: 55246848,
          sha256: '1cdbbf167652a2f3404eec71a822d63629acbf34364a22b722cdcffa73c5be28',
        },
      },
    },
    {
      tags: 'cp313-cp313',
      machine: 'x86_64',
      sha256: 'a35d7afe3f3f058e7ec49fcce09794049e0ffc5c59019ac25ec3413741b8c4e7',
      bytes: 201453566,
      content: '6689659ffd0eb9ca466d8fca40994e27b1575ba18d77a616d5b21685ff9fa2c3',
      loaded: {
        'triton/_C/libproton.so': {
          bytes: 1685896,
          packed: 655360,
          sha256: 'fa11d4345e3814ebae336273616fd4e4ccb110e224b55b43d243f663f0ae837f',
        },
        'triton/_C/libtriton.so': {
          bytes: 180095784,
          packed: 55246848,
          sha256: '6fcf204f1c80b7aedaf351fb5b65dd85075058aeb4dad8bbb684908fb7f2e5c5',
        },
      },
    },
    {
      tags: 'cp313-cp313t',
      machine: 'x86_64',
      sha256: '70fb9bbdc9f400afc54bbf6eb2670af28829a6ae3996863317964783141daf56',
      bytes: 201553816,
      content: '456b31cd45c96478e48069d29836edbf20698c2373194b028ad8021927e47a44',
      loaded: {
        'triton/_C/libproton.so': {
          bytes: 1690632,
          packed: 655360,
          sha256: 'e938110eaa973891f3ab01355b04586ac57fc14c3f14784f3acc0cc8027974ea',
        },
        'triton/_C/libtriton.so': {
          bytes: 180097200,
          packed: 55246848,
          sha256: 'e6b1a1a6be61a2750acd47050682e8eee33a86a37dcfbfacfea508793a18e330',
        },
      },
    },
    {
      tags: 'cp314-cp314',
      machine: 'x86_64',
      sha256: 'b9b85e72968a9d8bba5ddb24e9b64aaabaf48affb042f2755cb7cfa92b7531ce',
      bytes: 201460637,
      content: 'b6d1a78cdfd90498600d2f17884d551d57457d5634bd69ddd72d7e7c63e49089',
      loaded: {
        'triton/_C/libproton.so': {
          bytes: 1685896,
          packed: 655360,
          sha256: 'b7db3e36db70552f0b641d871eb8f3f34fb711646e5f426573de595c1f5a0610',
        },
        'triton/_C/libtriton.so': {
          bytes: 180095656,
          packed: 55246848,
          sha256: 'ae6170734dff445d6da6a89a420ee1009c98f9d6a6c030c19ab78a86da9f91d9',
        },
      },
    },
    {
      tags: 'cp314-cp314t',
      machine: 'x86_64',
      sha256: 'ce061073102714b725f3660ec6939d94a1da7984b3aa99c921417cae273672f5',
      bytes: 201546766,
      content: '39d591c81fe5d9237769d55874b7d36c6d44a1a8837a9a59853ad58177364e66',
      loaded: {
        'triton/_C/libproton.so': {
          bytes: 1690792,
          packed: 655360,
          sha256: '4f2480aa1fe2dc18d2a047cff44947957c5f8bc102ce51b3ef123e6780d6905f',
        },
        'triton/_C/libtriton.so': {
          bytes: 180095440,
          packed: 55246848,
          sha256: 'c831a3ad4d7f5900851dcb26c81c294427f844f4b270dbc7e3b9d26eb3cd8085',
        },
      },
    },
  ],
  '3.7.1': [
    {
      tags: 'cp310-cp310',
      machine: 'aarch64',
      sha256: '3daf64305d6cea88d3334c65ebc9bcd0c64c9564a977084366aa768d57cbcf64',
      bytes: 184551013,
      content: 'b967740d6729387b7103051732f937ded279a222454831d2b002b4781bf70949',
      loaded: {
        'triton/_C/libproton.so': {
          bytes: 1619616,
          packed: 589824,
          sha256: '1d4121f7111905c045549afb19cd6937571a42f58f622010d0e420a28fc79b7d',
        },
        'triton/_C/libtriton.so': {
          bytes: 177022160,
          packed: 52166656,
          sha256: 'b5481689a7e9efec47cc92067745ea1ddae26ffd083bd6bed8bd34396ed3f897',
        },
      },
    },
    {
      tags: 'cp311-cp311',
      machine: 'aarch64',
      sha256: 'd4a0e1cd4c4a76370ed74a8432a53cea28716827d19e40ffc732233e35ceb3f6',
      bytes: 184664887,
      content: '73e323f354e84c21c7f2d41f433ee22965169f0c28c6d65753e917a71883279e',
      loaded: {
        'triton/_C/libproton.so': {
          bytes: 1623432,
          packed: 589824,
          sha256: 'a1fba0763fc234729620042b381ecd5b9325acd927e1853a4171a1fc325b001c',
        },
        'triton/_C/libtriton.so': {
          bytes: 177022488,
          packed: 52166656,
          sha256: '002d38ff9a6334127c8c5d1527e00ed6519c1df51422f27ada75da8d333f560e',
        },
      },
    },
    {
      tags: 'cp312-cp312',
      machine: 'aarch64',
      sha256: '9497f2e696ee368862a181a90b2dcc03ca978cc4f602abd67c7d81022a6988e1',
      bytes: 184692359,
      content: '0ece1291be9b9d37808465767bc1b0904f04d8fdaf933a92734e1661b7fbe3b9',
      loaded: {
        'triton/_C/libproton.so': {
          bytes: 1623624,
          packed: 589824,
          sha256: '5f0d0679840d1b1628919e618daa500b47b217b68547bd44de0b2f49bd7bd2ce',
        },
        'triton/_C/libtriton.so': {
          bytes: 177025000,
          packed: 52166656,
          sha256: '4c501310a966c23d96160084da7a6e7ffc23664b31e173c3922998e036af9de9',
        },
      },
    },
    {
      tags: 'cp313-cp313',
      machine: 'aarch64',
      sha256: 'cdbfc09d9ec58bc5e68321525653220de7515c199e7a8097a97c85e62b52cd0a',
      bytes: 184694629,
      content: 'd4843d604d8a6e655b298fd166410a4388b0e3fa6a7a05651fb03869e343cad2',
      loaded: {
        'triton/_C/libproton.so': {
          bytes: 1624056,
          packed: 589824,
          sha256: 'd41fd19c3321c77c338ba923a838bc317086a74586c729b5e0b9e41170cf6a04',
        },
        'triton/_C/libtriton.so': {
          bytes: 177027896,
          packed: 52166656,
          sha256: '0c59246fa7ae68e3aae4d33630fc2a46e880cf666921a760fd3049bc51b7f619',
        },
      },
    },
    {
      tags: 'cp314-cp314',
      machine: 'aarch64',
      sha256: 'fe4ea396a06171f1f1f58cbd39c70b09294398f7dd7c620939bab54ad6f934fa',
      bytes: 184705764,
      content: '5d15a1b1def2756517e3b97840bfeac3195e6890b2ba2ac6ab784127a1adf1c3',
      loaded: {
        'triton/_C/libproton.so': {
          bytes: 1624248,
          packed: 589824,
          sha256: 'fe4b41be4689884f81179f9ae5069518b2c7bf18f3dd50d9a07faff3e83e7a46',
        },
        'triton/_C/libtriton.so': {
          bytes: 177028088,
          packed: 52166656,
          sha256: '2affae264d6643a0c1c476bd8a5a1bec38e09549892b89cd67570ea3d40733b9',
        },
      },
    },
    {
      tags: 'cp314-cp314t',
      machine: 'aarch64',
      sha256: 'c58e4c61f0c73b5dba3b5d19b4a7093c32f90dc18b2a7f121a7c16ccd31107b7',
      bytes: 184814760,
      content: 'e5136df41ac226182fc85f65819cb831ce2fa2edb699cba0b4dac6be19227760',
      loaded: {
        'triton/_C/libproton.so': {
          bytes: 1629240,
          packed: 589824,
          sha256: '35f7ba05e637137879f5deb1d8c4bb8aeb4b10a801c663669a902861c293c0d1',
        },
        'triton/_C/libtriton.so': {
          bytes: 177027568,
          packed: 52166656,
          sha256: 'e27b691a74fd61439dbac3f11bef81d511e3a7ee0c940a7d3d22b467aad1c5b8',
        },
      },
    },
    {
      tags: 'cp310-cp310',
      machine: 'x86_64',
      sha256: 'ee89fbf782ec2ad50391dd1cf26cbea4f4467154c37f4773026da8fc31c0f58e',
      bytes: 197596267,
      content: '3f271c4bad66c93ddaf0a3c91617af35eb02b71bf9eda6b96b538e762ac3ed8b',
      loaded: {
        'triton/_C/libproton.so': {
          bytes: 1680552,
          packed: 655360,
          sha256: '5e6432d106b137bc17a34d1b3afaca6a04659eaa44aad905eb0da01322087e98',
        },
        'triton/_C/libtriton.so': {
          bytes: 180121744,
          packed: 55246848,
          sha256: 'fe7f58f8ec2a7f9968fbf7d241b1e2b855425c413cd863d80ee4d7ef9ca67ad0',
        },
      },
    },
    {
      tags: 'cp311-cp311',
      machine: 'x86_64',
      sha256: '6744957e9fd610a29680ec2346057d0c86948ed3812468670719f391e94b44a5',
      bytes: 197701306,
      content: 'a1533d283246223cf8cb35e6fb6e49304d94000549ff058d2847d686a0202762',
      loaded: {
        'triton/_C/libproton.so': {
          bytes: 1685024,
          packed: 655360,
          sha256: '74d92890e7e41d825caa9ca9ff7223a4f6224f95d8e43ce944389848d8b6967d',
        },
        'triton/_C/libtriton.so': {
          bytes: 180122312,
          packed: 55246848,
          sha256: 'ef120d31c30ad27d3c8e4e06714e0f8849a8d3ab2cb3050d0ef5374e2aa5cb3c',
        },
      },
    },
    {
      tags: 'cp312-cp312',
      machine: 'x86_64',
      sha256: '7e40869937a68206ec70d7f25bb7ec6433cb083f9135e1f36dbd318dc449a728',
      bytes: 197719725,
      content: 'ec15943b17e6bfaf37c88f7969383871de6612ec40324f3deee4ad4105b5a03d',
      loaded: {
        'triton/_C/libproton.so': {
          bytes: 1684576,
          packed: 655360,
          sha256: 'e353f8cad76066095dbfbd81ebc02394a08df8795a6e6d5ab243e9621201bafb',
        },
        'triton/_C/libtriton.so': {
          bytes: 180124536,
          packed: 55246848,
          sha256: '4695e7ef21fc7f088f059bb0442f9ce6713ed63a7ca0f760fbe663091df9f9ff',
        },
      },
    },
    {
      tags: 'cp313-cp313',
      machine: 'x86_64',
      sha256: '58c0e131da05134a2a4788ccbcc0c1105cf0f54c8e98f19e34cd465396dc15eb',
      bytes: 197729241,
      content: '2964f7f5e1b6ad77cad41fe3bcbb81c11f3c0b6eba624b65885e78c296e8c326',
      loaded: {
        'triton/_C/libproton.so': {
          bytes: 1685040,
          packed: 655360,
          sha256: '9f4a747f6d63af29826e1727bc12ca4c442e8a60a23516db6e372f6c2fc82af0',
        },
        'triton/_C/libtriton.so': {
          bytes: 180127336,
          packed: 55246848,
          sha256: 'aa90a2035d0f06535478999bcf85ac373b0794ce42c19ac671371573271263df',
        },
      },
    },
    {
      tags: 'cp314-cp314',
      machine: 'x86_64',
      sha256: '2020153b08280415ec0da6607834e79166442147e78e144df06b508c75b186d2',
      bytes: 197729537,
      content: 'f1fa5a7738c937aa401dce46d6c9ab571ea293432e617baa7d5640c5b8a673f4',
      loaded: {
        'triton/_C/libproton.so': {
          bytes: 1685104,
          packed: 655360,
          sha256: '3d4b513bce7b60ef69eb12864340d5aa16ef46ea5b1728098910283be7b61ce3',
        },
        'triton/_C/libtriton.so': {
          bytes: 180127208,
          packed: 55246848,
          sha256: '05e4b6b283ce4796c55bd7ae239f7e000ca22329e6e49ad04da1f4a3b1b1ace1',
        },
      },
    },
    {
      tags: 'cp314-cp314t',
      machine: 'x86_64',
      sha256: '10ba85fa2cca4a2fbdeb36bf1cb082f2c252bda55bf9fccd74f65ec5bc647e68',
      bytes: 197824404,
      content: 'e0e6a09fa96532dbf791e6b88743a972e85a715c7bf9cb61cf3a6442f04a54b4',
      loaded: {
        'triton/_C/libproton.so': {
          bytes: 1690096,
          packed: 655360,
          sha256: 'f22d438ea355b00f6a20ed55e68fa180e0b9f8ff8e4db573ddb5d8a53275721d',
        },
        'triton/_C/libtriton.so': {
          bytes: 180127888,
          packed: 55246848,
          sha256: '4651a82f052303e5b3f739def2a509296c87a32656f4dfd40ac2fcee324a4b4e',
        },
      },
    },
  ],
  '3.8.0': [
    {
      tags: 'cp310-cp310',
      machine: 'aarch64',
      sha256: '398f4b009c7ab08ed9aeb1d1282dee822945b53f399a5e12a4fecb643cf2007d',
      bytes: 226352592,
      content: 'fcdf858ab55fbed74d30387e20ec4b0e25df5dc03163ec8fb566af77b8032cff',
      loaded: {
        'triton/_C/libproton.so': {
          bytes: 1811336,
          packed: 655360,
          sha256: '7149e4a1db4a9369a794d56ff18319162f811eed020f2f37d81a4c5b6d61f23b',
        },
        'triton/_C/libtriton.so': {
          bytes: 188924760,
          packed: 54984704,
          sha256: 'b38b6726d14aae5d45a017bd12bef58b73898d364f7b307219116e966f85d36c',
        },
      },
    },
    {
      tags: 'cp311-cp311',
      machine: 'aarch64',
      sha256: '372285307d4c44ee74cee32de0b4f04bd157e071427e38c6f4ee3e3beb2194f4',
      bytes: 226467015,
      content: 'ebc441b5133a8c27cbf094194008225eecfe893bbae772e30ee0575514a7d112',
      loaded: {
        'triton/_C/libproton.so': {
          bytes: 1814424,
          packed: 655360,
          sha256: '830bf0122830752f03accaa90dce9f3e5ff54c138b236775fc77617a260fa7bb',
        },
        'triton/_C/libtriton.so': {
          bytes: 188924832,
          packed: 54984704,
          sha256: 'bde132ea41c07d8c5a7913b1b0e971ebc3d140bfb97378855a40bb1b242330d9',
        },
      },
    },
    {
      tags: 'cp312-cp312',
      machine: 'aarch64',
      sha256: 'a9c404c69ed4a39e8ec632eaf6b9fe058a060bf98979c177f6ef666f06bb8d50',
      bytes: 226474486,
      content: '83dcd40d9ed285bafde1848fb3790e12fbc42ecd64cae3332993e6e9a0d7a088',
      loaded: {
        'triton/_C/libproton.so': {
          bytes: 1814616,
          packed: 655360,
          sha256: '2cf9934363143660f39f200f5ab7ff489ee24ae1d38e01c7f4640fba6f4d302a',
        },
        'triton/_C/libtriton.so': {
          bytes: 188927440,
          packed: 54984704,
          sha256: '6736bd64de44459e114dd222dac0c92d50e8f68d171060c03308f83e68d3697e',
        },
      },
    },
    {
      tags: 'cp313-cp313',
      machine: 'aarch64',
      sha256: 'b7004666652f500ed854a86988e4b3d69d247188b5d2092b5df1e44f4a954099',
      bytes: 226476793,
      content: '0430f884406f0de7997cc7deb4969b612f9794eda5e5cf20077f1aab262d421a',
      loaded: {
        'triton/_C/libproton.so': {
          bytes: 1815176,
          packed: 655360,
          sha256: '45bb82c6390dfde4028c5c74baaf57cd229b64c2e5c61bc9a5370fae04b46cbb',
        },
        'triton/_C/libtriton.so': {
          bytes: 188930432,
          packed: 54984704,
          sha256: 'd1d3d0a427fe1634eca95d974a2bd64a694917de1d19fa084803604ec1b8bce8',
        },
      },
    },
    {
      tags: 'cp314-cp314',
      machine: 'aarch64',
      sha256: '1f6b48d0591929a3867973acac3dccd4e058585f91bfb41022de496c9ffab304',
      bytes: 226488654,
      content: '3a44ae5ddcf58cc53db00d2330727079b437f83aace3a9d4b86257fe58b15a3c',
      loaded: {
        'triton/_C/libproton.so': {
          bytes: 1815336,
          packed: 655360,
          sha256: 'b2c07ff29de72301631df7306f5f603811a41103b6153ee7c74c0c4bb06da012',
        },
        'triton/_C/libtriton.so': {
          bytes: 188930624,
          packed: 54984704,
          sha256: '4f195bb884f89c8f8cc110597326584dd79221f5581b2bd5a5d0e0012c1640c5',
        },
      },
    },
    {
      tags: 'cp314-cp314t',
      machine: 'aarch64',
      sha256: '1b84e7d512490ba529111260fa6f7cad8b254a6bb5fbdf41d5ef9a5e57f52d0a',
      bytes: 226591133,
      content: '8c1429c44eaad941761c1ff0d8e6d1334ce5e6f3db6f5eb96b22bb3ecc4d825b',
      loaded: {
        'triton/_C/libproton.so': {
          bytes: 1820328,
          packed: 655360,
          sha256: '4b619b24d322559d4b9a34c37514714d5cf5c25dc1c978a6257e03d78fec631b',
        },
        'triton/_C/libtriton.so': {
          bytes: 188929560,
          packed: 54984704,
          sha256: '73d2d973f14db28084c8ff79afd7d42f2dc95315212f1aebe7be4085aa9f082a',
        },
      },
    },
    {
      tags: 'cp310-cp310',
      machine: 'x86_64',
      sha256: '6d914c52f89dc942b1819db959e7c07a5999f678ec760f677625c706b7e0d743',
      bytes: 247838081,
      content: 'c2fd2638c7772eb3f8c48a06d4dea1261fc1d7081f8496f04b9830eb8aac9a86',
      loaded: {
        'triton/_C/libproton.so': {
          bytes: 1882800,
          packed: 720896,
          sha256: '870d0bd74811839c33813e6da67bd3c9fc1b5f307d7e08eb790f4c356e842efe',
        },
        'triton/_C/libtriton.so': {
          bytes: 192022224,
          packed: 58458112,
          sha256: '292b4fbc6ad911b453d14ef9f4a689bafa40c7f7e554eca0d001e1e7cc47b63e',
        },
      },
    },
    {
      tags: 'cp311-cp311',
      machine: 'x86_64',
      sha256: '68988ac85d5e7086baeda0ddc175af9667db7529b3c5e11a5c0601b8bef2200a',
      bytes: 247945226,
      content: '44d715a958cfd1f31663481bcdd8c55fc9b865b6e851fc93074044b79e150890',
      loaded: {
        'triton/_C/libproton.so': {
          bytes: 1886592,
          packed: 720896,
          sha256: 'da0f2c9fa04fe6a5ea068f2794791c34d521ec213da766b71d8e9100277c06e6',
        },
        'triton/_C/libtriton.so': {
          bytes: 192022536,
          packed: 58458112,
          sha256: 'c6a17361541397ba98d3b0f996bf218afbaf9cb04ce06e1346ea9352680b47b7',
        },
      },
    },
    {
      tags: 'cp312-cp312',
      machine: 'x86_64',
      sha256: 'e91ffa46d095b252248297292dd22bcbacd53a125a0c2eefbbbf74925a320bc3',
      bytes: 247972921,
      content: 'cf673875be70b48ca0815c00878a9351c6c802d01a85932c150681577c8cffda',
      loaded: {
        'triton/_C/libproton.so': {
          bytes: 1886112,
          packed: 720896,
          sha256: 'ea3fcffcc3eefe38db5ce29553ba582d7990c386ea8761d4c1c4178067ad2fe4',
        },
        'triton/_C/libtriton.so': {
          bytes: 192024952,
          packed: 58458112,
          sha256: '3f39f9d06ae06cb2f235aba84e930a1c41dcc12ff7689f3aec18daa1253c9ef0',
        },
      },
    },
    {
      tags: 'cp313-cp313',
      machine: 'x86_64',
      sha256: '1f0497218e26b7d79773ad9c2a3fa3b539ee69f587a13fac2e552b1d322a8015',
      bytes: 247975122,
      content: '7a1436f75f56a42b4e6e96f71f634892b6b7337f7f90c44c7e0514b17398712b',
      loaded: {
        'triton/_C/libproton.so': {
          bytes: 1886672,
          packed: 720896,
          sha256: '51dc99f903dda9c92783c59b513e98c14f4dfd9bac6633fae40fd2038e001f22',
        },
        'triton/_C/libtriton.so': {
          bytes: 192027816,
          packed: 58458112,
          sha256: 'e90b07fa6f70efea1210ac35d77ed40c4713d11aacecd55580c53fd259c4ae04',
        },
      },
    },
    {
      tags: 'cp314-cp314',
      machine: 'x86_64',
      sha256: '387dae4cb0089a7b6ba1a428ae0782b65c4c58f57d94617cb22ca8593d8ccbca',
      bytes: 247972313,
      content: '5f8e2c19c760e1d44d9a8e8793d29308a236f608d81cae7cb40eccb078bf15d2',
      loaded: {
        'triton/_C/libproton.so': {
          bytes: 1886768,
          packed: 720896,
          sha256: '67fdd881b8b3b02c38916bf8d82b86225ebe15434a19f4b766e54ded7116dbf9',
        },
        'triton/_C/libtriton.so': {
          bytes: 192027816,
          packed: 58458112,
          sha256: '29f9b7fbac84af07a7eb907b173dd40cd638ed1b2e3e34c504e81d7e16b825f7',
        },
      },
    },
    {
      tags: 'cp314-cp314t',
      machine: 'x86_64',
      sha256: '74217bb56ed8692759227758e4c4b3bd2d608a209c1a7a081bf361fb4c2c1bf9',
      bytes: 248077577,
      content: '8fdfa5070392daf0c835e2ee306f9e1874cea759fef0b4d6e53b0a12e9d94d0f',
      loaded: {
        'triton/_C/libproton.so': {
          bytes: 1891792,
          packed: 720896,
          sha256: '1fcd21987e4873ad7a81146455def7b7b4ea9d8b51c49bad21ab55029cf74f8c',
        },
        'triton/_C/libtriton.so': {
          bytes: 192028944,
          packed: 58458112,
          sha256: 'e759220251bc886d110161a3c9cef443b2e1f09b6d4a6858f35c157c2c859043',
        },
      },
    },
  ],
  '3.9.0': [
    {
      tags: 'cp311-cp311',
      machine: 'aarch64',
      sha256: 'feaaec13578ca84301d561d034cb08b3ae293d7f0b7ab6b8ddbb2d6796363716',
      bytes: 263373771,
      content: 'b3b95bd4a8439c1785154e4024f94be3125ae1ba285aeec4ed2757e0a542da5b',
      loaded: {
        'triton/_C/libproton.so': {
          bytes: 1814744,
          packed: 655360,
          sha256: '91c1d99f9d5907b049faa1404fab4497083b74e04b51473cdde2de5b2d69d968',
        },
        'triton/_C/libtriton.so': {
          bytes: 188196248,
          packed: 55836672,
          sha256: '67382a43f14110f8fc397242021d36d6e051ded8377806f8ed4510f99673491d',
        },
      },
    },
    {
      tags: 'cp312-abi3',
      machine: 'aarch64',
      sha256: '5542f4328472fd827dbb1ec43873364c2894682cc3f5d1c74a643762900e243e',
      bytes: 263270508,
      content: '52a73dc13871880907e3f771d2b5de743c145ca534c25697eb687e1546ec6353',
      loaded: {
        'triton/_C/libproton.so': {
          bytes: 1808344,
          packed: 655360,
          sha256: '1f98fde65af833ca75e701ac6d4703c15cbcdb2e4cd828a5d4ee1a5d4f5db11c',
        },
        'triton/_C/libtriton.so': {
          bytes: 188188632,
          packed: 55836672,
          sha256: '2ee899be56817f317f26cde74dafae9b30c698630b6d86a0805325c608d90106',
        },
      },
    },
    {
      tags: 'cp314-cp314t',
      machine: 'aarch64',
      sha256: '8d0b97b333d919e86d06a6b3c8656c27eecaf14f74c1eb64d210234603268ba2',
      bytes: 263460848,
      content: 'e15cfed0ff5e070b9de29168734f3a7b9e57d51c0c9123633420489731bf5843',
      loaded: {
        'triton/_C/libproton.so': {
          bytes: 1823400,
          packed: 655360,
          sha256: 'c8b8e67b85335ef78732cb899b085bff8629b046345a86589790e626a40ef7a3',
        },
        'triton/_C/libtriton.so': {
          bytes: 188221624,
          packed: 55836672,
          sha256: '64d737573f7a28494626fe3eaa84055a2df4274a2856351afda70a3e6257bd24',
        },
      },
    },
    {
      tags: 'cp315-cp315t',
      machine: 'aarch64',
      sha256: '990d43d967bbcc90f973fc17ad9cd7352e67940f41b31d94afd53b9867a3c1a1',
      bytes: 263467108,
      content: 'ca880f5f61021558014c6169d428b11ea3dbde7aae6ea15029c530b17b7068b7',
      loaded: {
        'triton/_C/libproton.so': {
          bytes: 1823144,
          packed: 655360,
          sha256: '382225e81d08cdc68541cedf389bcbb5c65d9319a43103dd853458721c586d38',
        },
        'triton/_C/libtriton.so': {
          bytes: 188221544,
          packed: 55836672,
          sha256: 'a6e5a31a6145ee35122a41b44ca1df2ce9df955d1eb3aa5e0e1a59af6136fb0f',
        },
      },
    },
    {
      tags: 'cp311-cp311',
      machine: 'x86_64',
      sha256: '1622118a038b0c6e16fa4a0305da62c8b3c15904ee1cc4d4e65846a25969e41e',
      bytes: 285777556,
      content: 'ab499446f858b43ca3d86d2ae1f5961336698537d45829441f00c4fecbb94bfd',
      loaded: {
        'triton/_C/libproton.so': {
          bytes: 1884800,
          packed: 720896,
          sha256: '6ad426f5f8f09d87e47a95690a37ac48d8722379cf19dbd1bdd852be6a476b73',
        },
        'triton/_C/libtriton.so': {
          bytes: 192233104,
          packed: 59441152,
          sha256: 'dc66265a87d1e2206f278620960177907ad16aed00bb84502f4f4c76941e06d9',
        },
      },
    },
    {
      tags: 'cp312-abi3',
      machine: 'x86_64',
      sha256: '5e52ab4e2f1d64f0ac494c9aa723697b793f81a91c4cae4c36608ca0bc4267bf',
      bytes: 285674620,
      content: 'ca9d5069cfe538aa6a87cb9e7b3791c623a1a4f4c838a66aed65e5920b101cfd',
      loaded: {
        'triton/_C/libproton.so': {
          bytes: 1878880,
          packed: 720896,
          sha256: 'cedc38fd9cb079ecae35717615934313f1ab6a3d9ed7b5242406cd6ccf40c70f',
        },
        'triton/_C/libtriton.so': {
          bytes: 192229712,
          packed: 59441152,
          sha256: '7beaa5c8e3cab9a9b94476a98509dabea37a821d20e23f163406527dd30ef176',
        },
      },
    },
    {
      tags: 'cp314-cp314t',
      machine: 'x86_64',
      sha256: 'eab30be40d412e947f3b74b20f50e4f8e07dd11439e7ddc6bd6184cabda2be79',
      bytes: 285881516,
      content: '63b0ee79f54d7917c6130b21741cb1b9a6a582b1235ef2bf0610a4ae6c187830',
      loaded: {
        'triton/_C/libproton.so': {
          bytes: 1894136,
          packed: 720896,
          sha256: 'cc9b643dce97f986dac3161b4154e18ad99b4e228c0cd55adc09133281f25039',
        },
        'triton/_C/libtriton.so': {
          bytes: 192260240,
          packed: 59506688,
          sha256: 'ba4dd52ff217854b6ffe0e462605f8d88b1ce254387929b88acde874d8c65f25',
        },
      },
    },
    {
      tags: 'cp315-cp315t',
      machine: 'x86_64',
      sha256: 'bac2ed42a2b7aa232aeec57c2f7b0d88b61a74a29b3bf358f4cec6b20be356f6',
      bytes: 285878775,
      content: '91c00dc8033cc786d99323fad34c2b32c5d9e5cfbaa610e4b4bcab63c17cd244',
      loaded: {
        'triton/_C/libproton.so': {
          bytes: 1893432,
          packed: 720896,
          sha256: '2ff34077863bf3a3c25b242c253090646bc6992c91737f98bea4a6431b676a49',
        },
        'triton/_C/libtriton.so': {
          bytes: 192259408,
          packed: 59506688,
          sha256: '26ff7b2cb2c26825e94d78b04603a4cca05cb3beddb7fa78240477052e144490',
        },
      },
    },
  ],
};
