import { canonicalJson, sha256 } from '../base/text.ts';
import type { WheelMachine } from './platform.ts';

/** A wheel of Triton. Both digests are hexadecimal. */
interface TritonWheel {
  /** The Python and its ABI, as the file name has them. */
  readonly tags: string;
  readonly machine: WheelMachine;
  readonly sha256: string;
  /** The `contentDigest` of what it installs. */
  readonly content: string;
}

/**
 * The wheels of the releases of Triton, for every Python and machine.
 * Source: https://pypi.org/simple/triton/, and the RECORD in each wheel.
 */
const RELEASES: Readonly<Record<string, readonly TritonWheel[]>> = {
  '3.6.0': [
    {
      tags: 'cp310-cp310',
      machine: 'aarch64',
      sha256: '6c723cfb12f6842a0ae94ac307dba7e7a44741d720a40cf0e270ed4a4e3be781',
      content: '23b0f9bada6107da4a9d24f0df54bb09edee44bc630db663b07e2c001282cf0c',
    },
    {
      tags: 'cp311-cp311',
      machine: 'aarch64',
      sha256: '49df5ef37379c0c2b5c0012286f80174fcf0e073e5ade1ca9a86c36814553651',
      content: '2904a827768aca1e5a27cf0abb264413674c93a5f1ea7f5ef320129becabaf3a',
    },
    {
      tags: 'cp312-cp312',
      machine: 'aarch64',
      sha256: '374f52c11a711fd062b4bfbb201fd9ac0a5febd28a96fb41b4a0f51dde3157f4',
      content: 'ec719c99ca20052fe9557137a5da677748a6e3cece6d3c059be0bd26b7631a80',
    },
    {
      tags: 'cp313-cp313',
      machine: 'aarch64',
      sha256: '448e02fe6dc898e9e5aa89cf0ee5c371e99df5aa5e8ad976a80b93334f3494fd',
      content: '19c4aeabf2f6577fb4c30db98a4660d14f8392a2411c2978082d4641be5f8a66',
    },
    {
      tags: 'cp313-cp313t',
      machine: 'aarch64',
      sha256: '1722e172d34e32abc3eb7711d0025bb69d7959ebea84e3b7f7a341cd7ed694d6',
      content: '526dc77e0c421ff58db9871239803c78bd67156136dcd4220b52367b21cc561d',
    },
    {
      tags: 'cp314-cp314',
      machine: 'aarch64',
      sha256: 'ef5523241e7d1abca00f1d240949eebdd7c673b005edbbce0aca95b8191f1d43',
      content: 'e2cbf1aa12f77c0af18e2e18174746df0492f48bb6ecb7c03737f3c4bb1dc1bf',
    },
    {
      tags: 'cp314-cp314t',
      machine: 'aarch64',
      sha256: '0b3a97e8ed304dfa9bd23bb41ca04cdf6b2e617d5e782a8653d616037a5d537d',
      content: '422f060e844ec3d320ffd0f57e5235f1a9c0df05a6d638e6ba043fe3931ba1cd',
    },
    {
      tags: 'cp310-cp310',
      machine: 'x86_64',
      sha256: 'a6550fae429e0667e397e5de64b332d1e5695b73650ee75a6146e2e902770bea',
      content: 'f5d498b7d42cb385dc34d627e0202deea2a39f6524d3d195d430ce194e270268',
    },
    {
      tags: 'cp311-cp311',
      machine: 'x86_64',
      sha256: 'e8e323d608e3a9bfcc2d9efcc90ceefb764a82b99dea12a86d643c72539ad5d3',
      content: '60627eac9e5d0aea2de18e7bc388acfc7d9fbbc481b7f2b278855f7a988e43a1',
    },
    {
      tags: 'cp312-cp312',
      machine: 'x86_64',
      sha256: '74caf5e34b66d9f3a429af689c1c7128daba1d8208df60e81106b115c00d6fca',
      content: 'eb7216373eba180298dc8aab17f2a67428af201e46ad35dc5084acb64e58526f',
    },
    {
      tags: 'cp313-cp313',
      machine: 'x86_64',
      sha256: '10c7f76c6e72d2ef08df639e3d0d30729112f47a56b0c81672edc05ee5116ac9',
      content: '7319f51a407083cc0f16fb41ca279fcb555092fc183cbe68e82580d4108c2bc5',
    },
    {
      tags: 'cp313-cp313t',
      machine: 'x86_64',
      sha256: 'd002e07d7180fd65e622134fbd980c9a3d4211fb85224b56a0a0efbd422ab72f',
      content: '6f01b1f7f2f96d132574a396d6ff41ab1da2c5d0d597e8bdc1ecf5560b4a92b1',
    },
    {
      tags: 'cp314-cp314',
      machine: 'x86_64',
      sha256: 'a17a5d5985f0ac494ed8a8e54568f092f7057ef60e1b0fa09d3fd1512064e803',
      content: 'fc9eb733444582a361c443926cc748f7991e7c55e404135b1c3af1056b5ea3f2',
    },
    {
      tags: 'cp314-cp314t',
      machine: 'x86_64',
      sha256: '46bd1c1af4b6704e554cad2eeb3b0a6513a980d470ccfa63189737340c7746a7',
      content: '6886d12a66ccc878e2f9976d725e848d3ad72a65937a1109411981e8323326ba',
    },
  ],
  '3.7.0': [
    {
      tags: 'cp310-cp310',
      machine: 'aarch64',
      sha256: '223ac302091491436c248a34ee1e6c47a1026486579103c906ffd805be50cb89',
      content: '722fd23c1993e8d2b67a226c76d0872595034dd423b4ff27aaa98a1a39c47fac',
    },
    {
      tags: 'cp311-cp311',
      machine: 'aarch64',
      sha256: 'a9e71fc392675fac364e0ecf4ef3f76f85b7f5433a16f4c3c5fe5f05a52c85fe',
      content: '6b61f05d70b3ea13ce06f40af29fac915ec61eb525dd129d60b18133f276d23a',
    },
    {
      tags: 'cp312-cp312',
      machine: 'aarch64',
      sha256: 'a4bf49b00a7a377a68a6da603a876e797614e6455a80e9021669c476a953ad9a',
      content: '4df17a6c3a5ac6a0863dee0a14472f5cecd24a126bc9b213b6573c137e560a07',
    },
    {
      tags: 'cp313-cp313',
      machine: 'aarch64',
      sha256: 'abdf6beaa89b1bcfb9a43cd990536ce66091a997841a4814b260b7bee4c88c3c',
      content: '3f420a9c698078aa714802db9425cc6800ae730e663252fdd3098c1f198e0a4f',
    },
    {
      tags: 'cp313-cp313t',
      machine: 'aarch64',
      sha256: 'cc1d61c172d257db80ddf42595131fb196ad2e9bdd751e90fe2ef13531734e8b',
      content: 'a33e2eef0973dbf7a658d9105d88997dca74bd95f681e6663340aa81ca570296',
    },
    {
      tags: 'cp314-cp314',
      machine: 'aarch64',
      sha256: 'c4a44a8476d0d3571eac4e4d1048e1ff75aad81a09ff4602ccfc56c6dea1672e',
      content: 'd85d483be49bd64552f6fd00fa60952134f964b744dfe3089c979e807df0cbff',
    },
    {
      tags: 'cp314-cp314t',
      machine: 'aarch64',
      sha256: '18a160de426fd99f92b0baf509045360afbd3bfaa0b4a5171dde800ec9f09684',
      content: '55bf78880218d07084a7af520c1dfa746f5f6cc47f2bb12345268419457934a2',
    },
    {
      tags: 'cp310-cp310',
      machine: 'x86_64',
      sha256: 'c631b65668d4951213b948a413c0564184305b77bb45cc9d686d3e1ecc4701a3',
      content: '982633093000fbe16489d52b44de162636224a46e42a0f95717e318afb1e2e66',
    },
    {
      tags: 'cp311-cp311',
      machine: 'x86_64',
      sha256: '22bacffce443f54593dd20f05294d5a40622e0ea9ab632816f87154504356221',
      content: '8bc57fefcd529c2994bdbe76d6ffa4ae50b35822d65b7b138cf5f22ce88be91f',
    },
    {
      tags: 'cp312-cp312',
      machine: 'x86_64',
      sha256: '8f111161d49bf903c0eaedde3962353a3d841c08a836839b7cc1025b8426efcf',
      content: 'f9500623efb3eb928dc1b6fd3a066a7638018e8f8a4edea73079a94eed0511fc',
    },
    {
      tags: 'cp313-cp313',
      machine: 'x86_64',
      sha256: 'a35d7afe3f3f058e7ec49fcce09794049e0ffc5c59019ac25ec3413741b8c4e7',
      content: '6689659ffd0eb9ca466d8fca40994e27b1575ba18d77a616d5b21685ff9fa2c3',
    },
    {
      tags: 'cp313-cp313t',
      machine: 'x86_64',
      sha256: '70fb9bbdc9f400afc54bbf6eb2670af28829a6ae3996863317964783141daf56',
      content: '456b31cd45c96478e48069d29836edbf20698c2373194b028ad8021927e47a44',
    },
    {
      tags: 'cp314-cp314',
      machine: 'x86_64',
      sha256: 'b9b85e72968a9d8bba5ddb24e9b64aaabaf48affb042f2755cb7cfa92b7531ce',
      content: 'b6d1a78cdfd90498600d2f17884d551d57457d5634bd69ddd72d7e7c63e49089',
    },
    {
      tags: 'cp314-cp314t',
      machine: 'x86_64',
      sha256: 'ce061073102714b725f3660ec6939d94a1da7984b3aa99c921417cae273672f5',
      content: '39d591c81fe5d9237769d55874b7d36c6d44a1a8837a9a59853ad58177364e66',
    },
  ],
  '3.7.1': [
    {
      tags: 'cp310-cp310',
      machine: 'aarch64',
      sha256: '3daf64305d6cea88d3334c65ebc9bcd0c64c9564a977084366aa768d57cbcf64',
      content: 'b967740d6729387b7103051732f937ded279a222454831d2b002b4781bf70949',
    },
    {
      tags: 'cp311-cp311',
      machine: 'aarch64',
      sha256: 'd4a0e1cd4c4a76370ed74a8432a53cea28716827d19e40ffc732233e35ceb3f6',
      content: '73e323f354e84c21c7f2d41f433ee22965169f0c28c6d65753e917a71883279e',
    },
    {
      tags: 'cp312-cp312',
      machine: 'aarch64',
      sha256: '9497f2e696ee368862a181a90b2dcc03ca978cc4f602abd67c7d81022a6988e1',
      content: '0ece1291be9b9d37808465767bc1b0904f04d8fdaf933a92734e1661b7fbe3b9',
    },
    {
      tags: 'cp313-cp313',
      machine: 'aarch64',
      sha256: 'cdbfc09d9ec58bc5e68321525653220de7515c199e7a8097a97c85e62b52cd0a',
      content: 'd4843d604d8a6e655b298fd166410a4388b0e3fa6a7a05651fb03869e343cad2',
    },
    {
      tags: 'cp314-cp314',
      machine: 'aarch64',
      sha256: 'fe4ea396a06171f1f1f58cbd39c70b09294398f7dd7c620939bab54ad6f934fa',
      content: '5d15a1b1def2756517e3b97840bfeac3195e6890b2ba2ac6ab784127a1adf1c3',
    },
    {
      tags: 'cp314-cp314t',
      machine: 'aarch64',
      sha256: 'c58e4c61f0c73b5dba3b5d19b4a7093c32f90dc18b2a7f121a7c16ccd31107b7',
      content: 'e5136df41ac226182fc85f65819cb831ce2fa2edb699cba0b4dac6be19227760',
    },
    {
      tags: 'cp310-cp310',
      machine: 'x86_64',
      sha256: 'ee89fbf782ec2ad50391dd1cf26cbea4f4467154c37f4773026da8fc31c0f58e',
      content: '3f271c4bad66c93ddaf0a3c91617af35eb02b71bf9eda6b96b538e762ac3ed8b',
    },
    {
      tags: 'cp311-cp311',
      machine: 'x86_64',
      sha256: '6744957e9fd610a29680ec2346057d0c86948ed3812468670719f391e94b44a5',
      content: 'a1533d283246223cf8cb35e6fb6e49304d94000549ff058d2847d686a0202762',
    },
    {
      tags: 'cp312-cp312',
      machine: 'x86_64',
      sha256: '7e40869937a68206ec70d7f25bb7ec6433cb083f9135e1f36dbd318dc449a728',
      content: 'ec15943b17e6bfaf37c88f7969383871de6612ec40324f3deee4ad4105b5a03d',
    },
    {
      tags: 'cp313-cp313',
      machine: 'x86_64',
      sha256: '58c0e131da05134a2a4788ccbcc0c1105cf0f54c8e98f19e34cd465396dc15eb',
      content: '2964f7f5e1b6ad77cad41fe3bcbb81c11f3c0b6eba624b65885e78c296e8c326',
    },
    {
      tags: 'cp314-cp314',
      machine: 'x86_64',
      sha256: '2020153b08280415ec0da6607834e79166442147e78e144df06b508c75b186d2',
      content: 'f1fa5a7738c937aa401dce46d6c9ab571ea293432e617baa7d5640c5b8a673f4',
    },
    {
      tags: 'cp314-cp314t',
      machine: 'x86_64',
      sha256: '10ba85fa2cca4a2fbdeb36bf1cb082f2c252bda55bf9fccd74f65ec5bc647e68',
      content: 'e0e6a09fa96532dbf791e6b88743a972e85a715c7bf9cb61cf3a6442f04a54b4',
    },
  ],
  '3.8.0': [
    {
      tags: 'cp310-cp310',
      machine: 'aarch64',
      sha256: '398f4b009c7ab08ed9aeb1d1282dee822945b53f399a5e12a4fecb643cf2007d',
      content: 'fcdf858ab55fbed74d30387e20ec4b0e25df5dc03163ec8fb566af77b8032cff',
    },
    {
      tags: 'cp311-cp311',
      machine: 'aarch64',
      sha256: '372285307d4c44ee74cee32de0b4f04bd157e071427e38c6f4ee3e3beb2194f4',
      content: 'ebc441b5133a8c27cbf094194008225eecfe893bbae772e30ee0575514a7d112',
    },
    {
      tags: 'cp312-cp312',
      machine: 'aarch64',
      sha256: 'a9c404c69ed4a39e8ec632eaf6b9fe058a060bf98979c177f6ef666f06bb8d50',
      content: '83dcd40d9ed285bafde1848fb3790e12fbc42ecd64cae3332993e6e9a0d7a088',
    },
    {
      tags: 'cp313-cp313',
      machine: 'aarch64',
      sha256: 'b7004666652f500ed854a86988e4b3d69d247188b5d2092b5df1e44f4a954099',
      content: '0430f884406f0de7997cc7deb4969b612f9794eda5e5cf20077f1aab262d421a',
    },
    {
      tags: 'cp314-cp314',
      machine: 'aarch64',
      sha256: '1f6b48d0591929a3867973acac3dccd4e058585f91bfb41022de496c9ffab304',
      content: '3a44ae5ddcf58cc53db00d2330727079b437f83aace3a9d4b86257fe58b15a3c',
    },
    {
      tags: 'cp314-cp314t',
      machine: 'aarch64',
      sha256: '1b84e7d512490ba529111260fa6f7cad8b254a6bb5fbdf41d5ef9a5e57f52d0a',
      content: '8c1429c44eaad941761c1ff0d8e6d1334ce5e6f3db6f5eb96b22bb3ecc4d825b',
    },
    {
      tags: 'cp310-cp310',
      machine: 'x86_64',
      sha256: '6d914c52f89dc942b1819db959e7c07a5999f678ec760f677625c706b7e0d743',
      content: 'c2fd2638c7772eb3f8c48a06d4dea1261fc1d7081f8496f04b9830eb8aac9a86',
    },
    {
      tags: 'cp311-cp311',
      machine: 'x86_64',
      sha256: '68988ac85d5e7086baeda0ddc175af9667db7529b3c5e11a5c0601b8bef2200a',
      content: '44d715a958cfd1f31663481bcdd8c55fc9b865b6e851fc93074044b79e150890',
    },
    {
      tags: 'cp312-cp312',
      machine: 'x86_64',
      sha256: 'e91ffa46d095b252248297292dd22bcbacd53a125a0c2eefbbbf74925a320bc3',
      content: 'cf673875be70b48ca0815c00878a9351c6c802d01a85932c150681577c8cffda',
    },
    {
      tags: 'cp313-cp313',
      machine: 'x86_64',
      sha256: '1f0497218e26b7d79773ad9c2a3fa3b539ee69f587a13fac2e552b1d322a8015',
      content: '7a1436f75f56a42b4e6e96f71f634892b6b7337f7f90c44c7e0514b17398712b',
    },
    {
      tags: 'cp314-cp314',
      machine: 'x86_64',
      sha256: '387dae4cb0089a7b6ba1a428ae0782b65c4c58f57d94617cb22ca8593d8ccbca',
      content: '5f8e2c19c760e1d44d9a8e8793d29308a236f608d81cae7cb40eccb078bf15d2',
    },
    {
      tags: 'cp314-cp314t',
      machine: 'x86_64',
      sha256: '74217bb56ed8692759227758e4c4b3bd2d608a209c1a7a081bf361fb4c2c1bf9',
      content: '8fdfa5070392daf0c835e2ee306f9e1874cea759fef0b4d6e53b0a12e9d94d0f',
    },
  ],
  '3.9.0': [
    {
      tags: 'cp311-cp311',
      machine: 'aarch64',
      sha256: 'feaaec13578ca84301d561d034cb08b3ae293d7f0b7ab6b8ddbb2d6796363716',
      content: 'b3b95bd4a8439c1785154e4024f94be3125ae1ba285aeec4ed2757e0a542da5b',
    },
    {
      tags: 'cp312-abi3',
      machine: 'aarch64',
      sha256: '5542f4328472fd827dbb1ec43873364c2894682cc3f5d1c74a643762900e243e',
      content: '52a73dc13871880907e3f771d2b5de743c145ca534c25697eb687e1546ec6353',
    },
    {
      tags: 'cp314-cp314t',
      machine: 'aarch64',
      sha256: '8d0b97b333d919e86d06a6b3c8656c27eecaf14f74c1eb64d210234603268ba2',
      content: 'e15cfed0ff5e070b9de29168734f3a7b9e57d51c0c9123633420489731bf5843',
    },
    {
      tags: 'cp315-cp315t',
      machine: 'aarch64',
      sha256: '990d43d967bbcc90f973fc17ad9cd7352e67940f41b31d94afd53b9867a3c1a1',
      content: 'ca880f5f61021558014c6169d428b11ea3dbde7aae6ea15029c530b17b7068b7',
    },
    {
      tags: 'cp311-cp311',
      machine: 'x86_64',
      sha256: '1622118a038b0c6e16fa4a0305da62c8b3c15904ee1cc4d4e65846a25969e41e',
      content: 'ab499446f858b43ca3d86d2ae1f5961336698537d45829441f00c4fecbb94bfd',
    },
    {
      tags: 'cp312-abi3',
      machine: 'x86_64',
      sha256: '5e52ab4e2f1d64f0ac494c9aa723697b793f81a91c4cae4c36608ca0bc4267bf',
      content: 'ca9d5069cfe538aa6a87cb9e7b3791c623a1a4f4c838a66aed65e5920b101cfd',
    },
    {
      tags: 'cp314-cp314t',
      machine: 'x86_64',
      sha256: 'eab30be40d412e947f3b74b20f50e4f8e07dd11439e7ddc6bd6184cabda2be79',
      content: '63b0ee79f54d7917c6130b21741cb1b9a6a582b1235ef2bf0610a4ae6c187830',
    },
    {
      tags: 'cp315-cp315t',
      machine: 'x86_64',
      sha256: 'bac2ed42a2b7aa232aeec57c2f7b0d88b61a74a29b3bf358f4cec6b20be356f6',
      content: '91c00dc8033cc786d99323fad34c2b32c5d9e5cfbaa610e4b4bcab63c17cd244',
    },
  ],
};

/** A Python on a machine. */
export interface WheelTarget {
  readonly tritonVersion: string;
  /** The Python's tag, such as `cp312`. */
  readonly tag: string;
  readonly machine: WheelMachine;
}

/** The file of a wheel. */
export interface WheelName {
  readonly name: string;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** Returns the wheel of a release for a Python; undefined if there is none, or if the release is not known. */
export function releasedWheel(target: WheelTarget): WheelName | undefined {
  const { tritonVersion, machine } = target;
  const found = RELEASES[tritonVersion]?.find(
    (wheel) => wheel.machine === machine && areTagsFor(wheel.tags, target.tag),
  );
  if (found === undefined) return undefined;
  const platform = `manylinux_2_27_${machine}.manylinux_2_28_${machine}`;
  return { name: `triton-${tritonVersion}-${found.tags}-${platform}.whl`, sha256: found.sha256 };
}

/**
 * Whether a wheel's file name is of this version for this Python and machine.
 * Source: "Binary distribution format" of the Python Packaging User Guide.
 */
export function isWheelFor(name: string, { tritonVersion, tag, machine }: WheelTarget): boolean {
  const [, version, tags = '', platforms = ''] =
    /^triton-([^-]+)-([^-]+-[^-]+)-([^-]+)\.whl$/.exec(name) ?? [];
  const isForMachine = platforms
    .split('.')
    .some((each) => /^(?:many)?linux/.test(each) && each.endsWith(`_${machine}`));
  return version === tritonVersion && isForMachine && areTagsFor(tags, tag);
}

/** Whether a wheel with these tags of Python and ABI is for a Python with the tag, such as `cp313t`. */
function areTagsFor(tags: string, tag: string): boolean {
  const stable = /^cp3(\d+)-abi3$/.exec(tags)?.[1];
  const minor = /^cp3(\d+)$/.exec(tag)?.[1];
  if (stable !== undefined) return minor !== undefined && Number(minor) >= Number(stable);
  return tags === `${tag.replace(/t$/, '')}-${tag}`;
}

/** Returns the SHA-256 of every wheel of a release; undefined if the version is not a known release. */
export function wheelDigests(tritonVersion: string): readonly string[] | undefined {
  return RELEASES[tritonVersion]?.map((wheel) => wheel.sha256);
}

/**
 * Returns the digest of a known release: the SHA-256 of the list of its wheels' digests. It is the
 * same for every Python and machine, and known before Triton is installed. Returns undefined for any
 * other version.
 */
export function releaseDigest(tritonVersion: string): string | undefined {
  const digests = wheelDigests(tritonVersion);
  return digests && `sha256:${sha256(canonicalJson(digests.toSorted()))}`;
}

/**
 * Returns the digest of an installed Triton by its content: that of the release if it is what one of
 * the release's wheels installs, else that of the content.
 */
export function installedDigest(tritonVersion: string, content: string): string {
  const isReleased = RELEASES[tritonVersion]?.some((wheel) => wheel.content === content) ?? false;
  const released = isReleased ? releaseDigest(tritonVersion) : undefined;
  return released ?? `sha256:${content}`;
}
