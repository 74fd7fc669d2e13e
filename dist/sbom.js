import { __commonJSMin, __require, __toESM } from "./rolldown-runtime.js";
// node_modules/@cyclonedx/cyclonedx-library/dist.node/enums/attachmentEncoding.js
var require_attachmentEncoding = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.AttachmentEncoding = void 0;
	var AttachmentEncoding;
	(function(AttachmentEncoding) {
		AttachmentEncoding["Base64"] = "base64";
	})(AttachmentEncoding || (exports.AttachmentEncoding = AttachmentEncoding = {}));
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/enums/componentScope.js
var require_componentScope = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.ComponentScope = void 0;
	var ComponentScope;
	(function(ComponentScope) {
		ComponentScope["Required"] = "required";
		ComponentScope["Optional"] = "optional";
		ComponentScope["Excluded"] = "excluded";
	})(ComponentScope || (exports.ComponentScope = ComponentScope = {}));
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/enums/componentType.js
var require_componentType = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.ComponentType = void 0;
	var ComponentType;
	(function(ComponentType) {
		ComponentType["Application"] = "application";
		ComponentType["Framework"] = "framework";
		ComponentType["Library"] = "library";
		ComponentType["Container"] = "container";
		ComponentType["Platform"] = "platform";
		ComponentType["OperatingSystem"] = "operating-system";
		ComponentType["Device"] = "device";
		ComponentType["DeviceDriver"] = "device-driver";
		ComponentType["Firmware"] = "firmware";
		ComponentType["File"] = "file";
		ComponentType["MachineLearningModel"] = "machine-learning-model";
		ComponentType["Data"] = "data";
		ComponentType["CryptographicAsset"] = "cryptographic-asset";
	})(ComponentType || (exports.ComponentType = ComponentType = {}));
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/enums/externalReferenceType.js
var require_externalReferenceType = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.ExternalReferenceType = void 0;
	var ExternalReferenceType;
	(function(ExternalReferenceType) {
		ExternalReferenceType["VCS"] = "vcs";
		ExternalReferenceType["IssueTracker"] = "issue-tracker";
		ExternalReferenceType["Website"] = "website";
		ExternalReferenceType["Advisories"] = "advisories";
		ExternalReferenceType["BOM"] = "bom";
		ExternalReferenceType["MailingList"] = "mailing-list";
		ExternalReferenceType["Social"] = "social";
		ExternalReferenceType["Chat"] = "chat";
		ExternalReferenceType["Documentation"] = "documentation";
		ExternalReferenceType["Support"] = "support";
		ExternalReferenceType["SourceDistribution"] = "source-distribution";
		ExternalReferenceType["Distribution"] = "distribution";
		ExternalReferenceType["DistributionIntake"] = "distribution-intake";
		ExternalReferenceType["License"] = "license";
		ExternalReferenceType["BuildMeta"] = "build-meta";
		ExternalReferenceType["BuildSystem"] = "build-system";
		ExternalReferenceType["ReleaseNotes"] = "release-notes";
		ExternalReferenceType["SecurityContact"] = "security-contact";
		ExternalReferenceType["ModelCard"] = "model-card";
		ExternalReferenceType["Log"] = "log";
		ExternalReferenceType["Configuration"] = "configuration";
		ExternalReferenceType["Evidence"] = "evidence";
		ExternalReferenceType["Formulation"] = "formulation";
		ExternalReferenceType["Attestation"] = "attestation";
		ExternalReferenceType["ThreatModel"] = "threat-model";
		ExternalReferenceType["AdversaryModel"] = "adversary-model";
		ExternalReferenceType["RiskAssessment"] = "risk-assessment";
		ExternalReferenceType["VulnerabilityAssertion"] = "vulnerability-assertion";
		ExternalReferenceType["ExploitabilityStatement"] = "exploitability-statement";
		ExternalReferenceType["PentestReport"] = "pentest-report";
		ExternalReferenceType["StaticAnalysisReport"] = "static-analysis-report";
		ExternalReferenceType["DynamicAnalysisReport"] = "dynamic-analysis-report";
		ExternalReferenceType["RuntimeAnalysisReport"] = "runtime-analysis-report";
		ExternalReferenceType["ComponentAnalysisReport"] = "component-analysis-report";
		ExternalReferenceType["MaturityReport"] = "maturity-report";
		ExternalReferenceType["CertificationReport"] = "certification-report";
		ExternalReferenceType["CodifiedInfrastructure"] = "codified-infrastructure";
		ExternalReferenceType["QualityMetrics"] = "quality-metrics";
		ExternalReferenceType["POAM"] = "poam";
		ExternalReferenceType["ElectronicSignature"] = "electronic-signature";
		ExternalReferenceType["DigitalSignature"] = "digital-signature";
		ExternalReferenceType["RFC9116"] = "rfc-9116";
		ExternalReferenceType["Citation"] = "citation";
		ExternalReferenceType["Patent"] = "patent";
		ExternalReferenceType["PatentAssertion"] = "patent-assertion";
		ExternalReferenceType["PatentFamily"] = "patent-family";
		ExternalReferenceType["Other"] = "other";
	})(ExternalReferenceType || (exports.ExternalReferenceType = ExternalReferenceType = {}));
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/enums/hashAlogorithm.js
var require_hashAlogorithm = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.HashAlgorithm = void 0;
	var HashAlgorithm;
	(function(HashAlgorithm) {
		HashAlgorithm["MD5"] = "MD5";
		HashAlgorithm["SHA-1"] = "SHA-1";
		HashAlgorithm["SHA-256"] = "SHA-256";
		HashAlgorithm["SHA-384"] = "SHA-384";
		HashAlgorithm["SHA-512"] = "SHA-512";
		HashAlgorithm["SHA3-256"] = "SHA3-256";
		HashAlgorithm["SHA3-384"] = "SHA3-384";
		HashAlgorithm["SHA3-512"] = "SHA3-512";
		HashAlgorithm["BLAKE2b-256"] = "BLAKE2b-256";
		HashAlgorithm["BLAKE2b-384"] = "BLAKE2b-384";
		HashAlgorithm["BLAKE2b-512"] = "BLAKE2b-512";
		HashAlgorithm["BLAKE3"] = "BLAKE3";
		HashAlgorithm["Streebog-256"] = "Streebog-256";
		HashAlgorithm["Streebog-512"] = "Streebog-512";
	})(HashAlgorithm || (exports.HashAlgorithm = HashAlgorithm = {}));
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/enums/licenseAcknowledgement.js
var require_licenseAcknowledgement = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.LicenseAcknowledgement = void 0;
	var LicenseAcknowledgement;
	(function(LicenseAcknowledgement) {
		LicenseAcknowledgement["Declared"] = "declared";
		LicenseAcknowledgement["Concluded"] = "concluded";
	})(LicenseAcknowledgement || (exports.LicenseAcknowledgement = LicenseAcknowledgement = {}));
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/enums/lifecyclePhase.js
var require_lifecyclePhase = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.LifecyclePhase = void 0;
	var LifecyclePhase;
	(function(LifecyclePhase) {
		LifecyclePhase["Design"] = "design";
		LifecyclePhase["PreBuild"] = "pre-build";
		LifecyclePhase["Build"] = "build";
		LifecyclePhase["PostBuild"] = "post-build";
		LifecyclePhase["Operations"] = "operations";
		LifecyclePhase["Discovery"] = "discovery";
		LifecyclePhase["Decommission"] = "decommission";
	})(LifecyclePhase || (exports.LifecyclePhase = LifecyclePhase = {}));
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/enums/vulnerability/affectStatus.js
var require_affectStatus = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.AffectStatus = void 0;
	var AffectStatus;
	(function(AffectStatus) {
		AffectStatus["Affected"] = "affected";
		AffectStatus["Unaffected"] = "unaffected";
		AffectStatus["Unknown"] = "unknown";
	})(AffectStatus || (exports.AffectStatus = AffectStatus = {}));
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/enums/vulnerability/analysisJustification.js
var require_analysisJustification = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.AnalysisJustification = void 0;
	var AnalysisJustification;
	(function(AnalysisJustification) {
		AnalysisJustification["CodeNotPresent"] = "code_not_present";
		AnalysisJustification["CodeNotReachable"] = "code_not_reachable";
		AnalysisJustification["RequiresConfiguration"] = "requires_configuration";
		AnalysisJustification["RequiresDependency"] = "requires_dependency";
		AnalysisJustification["RequiresEnvironment"] = "requires_environment";
		AnalysisJustification["ProtectedByCompiler"] = "protected_by_compiler";
		AnalysisJustification["ProtectedAtRuntime"] = "protected_at_runtime";
		AnalysisJustification["ProtectedAtPerimeter"] = "protected_at_perimeter";
		AnalysisJustification["ProtectedByMitigatingControl"] = "protected_by_mitigating_control";
	})(AnalysisJustification || (exports.AnalysisJustification = AnalysisJustification = {}));
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/_helpers/sortable.js
var require_sortable = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.SortableNumbers = exports.SortableStringables = exports.SortableComparables = exports.SortableSet = exports.compareObjectsSymbol = void 0;
	exports.compareObjectsSymbol = Symbol("internal compare function");
	var SortableSet = class extends Set {
		sorted() {
			return Array.from(this).sort(this[exports.compareObjectsSymbol]);
		}
		compare(other) {
			const sortedOther = other.sorted();
			const sortedSelf = this.sorted();
			if (sortedSelf.length !== sortedOther.length) return sortedSelf.length - sortedOther.length;
			for (let i = sortedSelf.length - 1; i >= 0; --i) {
				const iCompared = this[exports.compareObjectsSymbol](sortedSelf[i], sortedOther[i]);
				if (iCompared !== 0) return iCompared;
			}
			return 0;
		}
	};
	exports.SortableSet = SortableSet;
	var SortableComparables = class extends SortableSet {
		[exports.compareObjectsSymbol](a, b) {
			if (a.constructor === b.constructor) return a.compare(b);
			return a.constructor.name.localeCompare(b.constructor.name);
		}
	};
	exports.SortableComparables = SortableComparables;
	var SortableStringables = class extends SortableSet {
		[exports.compareObjectsSymbol](a, b) {
			return a.toString().localeCompare(b.toString());
		}
	};
	exports.SortableStringables = SortableStringables;
	var SortableNumbers = class extends SortableSet {
		[exports.compareObjectsSymbol](a, b) {
			return a - b;
		}
	};
	exports.SortableNumbers = SortableNumbers;
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/enums/vulnerability/analysisResponse.js
var require_analysisResponse = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.AnalysisResponseRepository = exports.AnalysisResponse = void 0;
	const sortable_1 = require_sortable();
	var AnalysisResponse;
	(function(AnalysisResponse) {
		AnalysisResponse["CanNotFix"] = "can_not_fix";
		AnalysisResponse["WillNotFix"] = "will_not_fix";
		AnalysisResponse["Update"] = "update";
		AnalysisResponse["Rollback"] = "rollback";
		AnalysisResponse["WorkaroundAvailable"] = "workaround_available";
	})(AnalysisResponse || (exports.AnalysisResponse = AnalysisResponse = {}));
	var AnalysisResponseRepository = class extends sortable_1.SortableStringables {};
	exports.AnalysisResponseRepository = AnalysisResponseRepository;
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/enums/vulnerability/analysisState.js
var require_analysisState = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.AnalysisState = void 0;
	var AnalysisState;
	(function(AnalysisState) {
		AnalysisState["Resolved"] = "resolved";
		AnalysisState["ResolvedWithPedigree"] = "resolved_with_pedigree";
		AnalysisState["Exploitable"] = "exploitable";
		AnalysisState["InTriage"] = "in_triage";
		AnalysisState["FalsePositive"] = "false_positive";
		AnalysisState["NotAffected"] = "not_affected";
	})(AnalysisState || (exports.AnalysisState = AnalysisState = {}));
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/enums/vulnerability/ratingMethod.js
var require_ratingMethod = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.RatingMethod = void 0;
	var RatingMethod;
	(function(RatingMethod) {
		RatingMethod["CVSSv2"] = "CVSSv2";
		RatingMethod["CVSSv3"] = "CVSSv3";
		RatingMethod["CVSSv31"] = "CVSSv31";
		RatingMethod["CVSSv4"] = "CVSSv4";
		RatingMethod["OWASP"] = "OWASP";
		RatingMethod["SSVC"] = "SSVC";
		RatingMethod["Other"] = "other";
	})(RatingMethod || (exports.RatingMethod = RatingMethod = {}));
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/enums/vulnerability/severity.js
var require_severity = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.Severity = void 0;
	var Severity;
	(function(Severity) {
		Severity["Critical"] = "critical";
		Severity["High"] = "high";
		Severity["Medium"] = "medium";
		Severity["Low"] = "low";
		Severity["Info"] = "info";
		Severity["None"] = "none";
		Severity["Unknown"] = "unknown";
	})(Severity || (exports.Severity = Severity = {}));
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/enums/vulnerability/index.js
var require_vulnerability$2 = /* @__PURE__ */ __commonJSMin(((exports, module, this$11) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	var __createBinding = this$11 && this$11.__createBinding || (Object.create ? (function(o, m, k, k2) {
		if (k2 === void 0) k2 = k;
		var desc = Object.getOwnPropertyDescriptor(m, k);
		if (!desc || ("get" in desc ? !m.__esModule : desc.writable || desc.configurable)) desc = {
			enumerable: true,
			get: function() {
				return m[k];
			}
		};
		Object.defineProperty(o, k2, desc);
	}) : (function(o, m, k, k2) {
		if (k2 === void 0) k2 = k;
		o[k2] = m[k];
	}));
	var __exportStar = this$11 && this$11.__exportStar || function(m, exports) {
		for (var p in m) if (p !== "default" && !Object.prototype.hasOwnProperty.call(exports, p)) __createBinding(exports, m, p);
	};
	Object.defineProperty(exports, "__esModule", { value: true });
	__exportStar(require_affectStatus(), exports);
	__exportStar(require_analysisJustification(), exports);
	__exportStar(require_analysisResponse(), exports);
	__exportStar(require_analysisState(), exports);
	__exportStar(require_ratingMethod(), exports);
	__exportStar(require_severity(), exports);
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/enums/index.js
var require_enums$1 = /* @__PURE__ */ __commonJSMin(((exports, module, this$10) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	var __createBinding = this$10 && this$10.__createBinding || (Object.create ? (function(o, m, k, k2) {
		if (k2 === void 0) k2 = k;
		var desc = Object.getOwnPropertyDescriptor(m, k);
		if (!desc || ("get" in desc ? !m.__esModule : desc.writable || desc.configurable)) desc = {
			enumerable: true,
			get: function() {
				return m[k];
			}
		};
		Object.defineProperty(o, k2, desc);
	}) : (function(o, m, k, k2) {
		if (k2 === void 0) k2 = k;
		o[k2] = m[k];
	}));
	var __setModuleDefault = this$10 && this$10.__setModuleDefault || (Object.create ? (function(o, v) {
		Object.defineProperty(o, "default", {
			enumerable: true,
			value: v
		});
	}) : function(o, v) {
		o["default"] = v;
	});
	var __exportStar = this$10 && this$10.__exportStar || function(m, exports) {
		for (var p in m) if (p !== "default" && !Object.prototype.hasOwnProperty.call(exports, p)) __createBinding(exports, m, p);
	};
	var __importStar = this$10 && this$10.__importStar || (function() {
		var ownKeys = function(o) {
			ownKeys = Object.getOwnPropertyNames || function(o) {
				var ar = [];
				for (var k in o) if (Object.prototype.hasOwnProperty.call(o, k)) ar[ar.length] = k;
				return ar;
			};
			return ownKeys(o);
		};
		return function(mod) {
			if (mod && mod.__esModule) return mod;
			var result = {};
			if (mod != null) {
				for (var k = ownKeys(mod), i = 0; i < k.length; i++) if (k[i] !== "default") __createBinding(result, mod, k[i]);
			}
			__setModuleDefault(result, mod);
			return result;
		};
	})();
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.Vulnerability = void 0;
	__exportStar(require_attachmentEncoding(), exports);
	__exportStar(require_componentScope(), exports);
	__exportStar(require_componentType(), exports);
	__exportStar(require_externalReferenceType(), exports);
	__exportStar(require_hashAlogorithm(), exports);
	__exportStar(require_licenseAcknowledgement(), exports);
	__exportStar(require_lifecyclePhase(), exports);
	exports.Vulnerability = __importStar(require_vulnerability$2());
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/models/attachment.js
var require_attachment = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.Attachment = void 0;
	var Attachment = class {
		contentType;
		content;
		encoding;
		constructor(content, op = {}) {
			this.contentType = op.contentType;
			this.content = content;
			this.encoding = op.encoding;
		}
	};
	exports.Attachment = Attachment;
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/types/integer.js
var require_integer = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.isInteger = isInteger;
	exports.isNonNegativeInteger = isNonNegativeInteger;
	exports.isPositiveInteger = isPositiveInteger;
	function isInteger(value) {
		return Number.isInteger(value);
	}
	function isNonNegativeInteger(value) {
		return isInteger(value) && value >= 0;
	}
	function isPositiveInteger(value) {
		return isInteger(value) && value > 0;
	}
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/_helpers/tree.js
var require_tree = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.treeIteratorSymbol = void 0;
	exports.treeIteratorSymbol = Symbol("iterator of a tree/nesting-like structure");
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/types/cpe.js
var require_cpe = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.isCPE = isCPE;
	const cpePattern = /^([c][pP][eE]:\/[AHOaho]?(:[A-Za-z0-9\._\-~%]*){0,6})$|^(cpe:2\.3:[aho\*\-](:(((\?*|\*?)([a-zA-Z0-9\-\._]|(\\[\\\*\?!"#$$%&'\(\)\+,\/:;<=>@\[\]\^`\{\|}~]))+(\?*|\*?))|[\*\-])){5}(:(([a-zA-Z]{2,3}(-([a-zA-Z]{2}|[0-9]{3}))?)|[\*\-]))(:(((\?*|\*?)([a-zA-Z0-9\-\._]|(\\[\\\*\?!"#$$%&'\(\)\+,\/:;<=>@\[\]\^`\{\|}~]))+(\?*|\*?))|[\*\-])){4})$/;
	function isCPE(value) {
		return typeof value === "string" && cpePattern.test(value);
	}
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/models/bomRef.js
var require_bomRef = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.BomRefRepository = exports.BomRef = void 0;
	var BomRef = class {
		value;
		constructor(value) {
			this.value = value;
		}
		compare(other) {
			return this.toString().localeCompare(other.toString());
		}
		toString() {
			return this.value ?? "";
		}
	};
	exports.BomRef = BomRef;
	var BomRefRepository = class extends Set {};
	exports.BomRefRepository = BomRefRepository;
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/models/copyright.js
var require_copyright = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.CopyrightRepository = void 0;
	const sortable_1 = require_sortable();
	var CopyrightRepository = class extends sortable_1.SortableStringables {};
	exports.CopyrightRepository = CopyrightRepository;
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/models/hash.js
var require_hash = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.HashDictionary = void 0;
	exports.HashDictionary = class HashDictionary extends Map {
		static #compareItems([a1, c1], [a2, c2]) {
			return a1.localeCompare(a2) || c1.localeCompare(c2);
		}
		sorted() {
			return Array.from(this.entries()).sort(HashDictionary.#compareItems);
		}
	};
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/models/externalReference.js
var require_externalReference = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.ExternalReferenceRepository = exports.ExternalReference = void 0;
	const sortable_1 = require_sortable();
	const hash_1 = require_hash();
	var ExternalReference = class {
		url;
		type;
		hashes;
		comment;
		constructor(url, type, op = {}) {
			this.url = url;
			this.type = type;
			this.hashes = op.hashes ?? new hash_1.HashDictionary();
			this.comment = op.comment;
		}
		compare(other) {
			return this.type.localeCompare(other.type) || this.url.toString().localeCompare(other.url.toString());
		}
	};
	exports.ExternalReference = ExternalReference;
	var ExternalReferenceRepository = class extends sortable_1.SortableComparables {};
	exports.ExternalReferenceRepository = ExternalReferenceRepository;
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/models/property.js
var require_property = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.PropertyRepository = exports.Property = void 0;
	const sortable_1 = require_sortable();
	var Property = class {
		name;
		value;
		constructor(name, value) {
			this.name = name;
			this.value = value;
		}
		compare(other) {
			return this.name.localeCompare(other.name) || this.value.localeCompare(other.value);
		}
	};
	exports.Property = Property;
	var PropertyRepository = class extends sortable_1.SortableComparables {};
	exports.PropertyRepository = PropertyRepository;
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/models/license.js
var require_license = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.LicenseRepository = exports.SpdxLicense = exports.NamedLicense = exports.LicenseExpression = void 0;
	const property_1 = require_property();
	var LicenseExpression = class {
		#expression;
		acknowledgement;
		constructor(expression) {
			this.expression = expression;
		}
		get expression() {
			return this.#expression;
		}
		set expression(value) {
			if (value === "") throw new RangeError("value is empty string");
			this.#expression = value;
		}
		compare(other) {
			return this.#expression.localeCompare(other.#expression);
		}
	};
	exports.LicenseExpression = LicenseExpression;
	var DisjunctiveLicenseBase = class {
		acknowledgement;
		text;
		#url;
		properties;
		constructor(op = {}) {
			this.acknowledgement = op.acknowledgement;
			this.text = op.text;
			this.url = op.url;
			this.properties = op.properties ?? new property_1.PropertyRepository();
		}
		get url() {
			return this.#url;
		}
		set url(value) {
			this.#url = value === "" ? void 0 : value;
		}
	};
	var NamedLicense = class extends DisjunctiveLicenseBase {
		name;
		constructor(name, op = {}) {
			super(op);
			this.name = name;
		}
		compare(other) {
			return this.name.localeCompare(other.name);
		}
	};
	exports.NamedLicense = NamedLicense;
	var SpdxLicense = class extends DisjunctiveLicenseBase {
		#id;
		constructor(id, op = {}) {
			super(op);
			this.id = id;
		}
		get id() {
			return this.#id;
		}
		set id(value) {
			if (value === "") throw new RangeError("value is empty string");
			this.#id = value;
		}
		compare(other) {
			return this.#id.localeCompare(other.#id);
		}
	};
	exports.SpdxLicense = SpdxLicense;
	exports.LicenseRepository = class LicenseRepository extends Set {
		static #compareItems(a, b) {
			if (a.constructor === b.constructor) return a.compare(b);
			return a.constructor.name.localeCompare(b.constructor.name);
		}
		sorted() {
			return Array.from(this).sort(LicenseRepository.#compareItems);
		}
	};
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/models/component.js
var require_component = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.ComponentEvidence = exports.ComponentRepository = exports.Component = void 0;
	const sortable_1 = require_sortable();
	const tree_1 = require_tree();
	const cpe_1 = require_cpe();
	const bomRef_1 = require_bomRef();
	const copyright_1 = require_copyright();
	const externalReference_1 = require_externalReference();
	const hash_1 = require_hash();
	const license_1 = require_license();
	const property_1 = require_property();
	var Component = class {
		type;
		name;
		author;
		copyright;
		description;
		externalReferences;
		group;
		hashes;
		licenses;
		publisher;
		purl;
		scope;
		supplier;
		swid;
		version;
		components;
		properties;
		evidence;
		#bomRef;
		#cpe;
		dependencies;
		constructor(type, name, op = {}) {
			this.#bomRef = new bomRef_1.BomRef(op.bomRef);
			this.type = type;
			this.name = name;
			this.supplier = op.supplier;
			this.author = op.author;
			this.copyright = op.copyright;
			this.externalReferences = op.externalReferences ?? new externalReference_1.ExternalReferenceRepository();
			this.group = op.group;
			this.hashes = op.hashes ?? new hash_1.HashDictionary();
			this.licenses = op.licenses ?? new license_1.LicenseRepository();
			this.publisher = op.publisher;
			this.purl = op.purl;
			this.scope = op.scope;
			this.swid = op.swid;
			this.version = op.version;
			this.description = op.description;
			this.components = op.components ?? new ComponentRepository();
			this.cpe = op.cpe;
			this.properties = op.properties ?? new property_1.PropertyRepository();
			this.evidence = op.evidence;
			this.dependencies = op.dependencies ?? new bomRef_1.BomRefRepository();
		}
		get bomRef() {
			return this.#bomRef;
		}
		get cpe() {
			return this.#cpe;
		}
		set cpe(value) {
			if (value !== void 0 && !(0, cpe_1.isCPE)(value)) throw new TypeError("Not CPE nor undefined");
			this.#cpe = value;
		}
		compare(other) {
			const bomRefCompare = this.bomRef.compare(other.bomRef);
			if (bomRefCompare !== 0) return bomRefCompare;
			if (this.purl !== void 0 && other.purl !== void 0) return this.purl.localeCompare(other.purl);
			if (this.#cpe !== void 0 && other.#cpe !== void 0) return this.#cpe.localeCompare(other.#cpe);
			return (this.group ?? "").localeCompare(other.group ?? "") || this.name.localeCompare(other.name) || (this.version ?? "").localeCompare(other.version ?? "");
		}
	};
	exports.Component = Component;
	var ComponentRepository = class extends sortable_1.SortableComparables {
		*[tree_1.treeIteratorSymbol]() {
			for (const component of this) {
				yield component;
				yield* component.components[tree_1.treeIteratorSymbol]();
			}
		}
	};
	exports.ComponentRepository = ComponentRepository;
	var ComponentEvidence = class {
		licenses;
		copyright;
		constructor(op = {}) {
			this.licenses = op.licenses ?? new license_1.LicenseRepository();
			this.copyright = op.copyright ?? new copyright_1.CopyrightRepository();
		}
	};
	exports.ComponentEvidence = ComponentEvidence;
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/models/lifecycle.js
var require_lifecycle = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.LifecycleRepository = exports.NamedLifecycle = void 0;
	var NamedLifecycle = class {
		name;
		description;
		constructor(name, op = {}) {
			this.name = name;
			this.description = op.description;
		}
		compare(other) {
			return this.name.localeCompare(other.name);
		}
	};
	exports.NamedLifecycle = NamedLifecycle;
	exports.LifecycleRepository = class LifecycleRepository extends Set {
		static #compareItems(a, b) {
			if (a.constructor === b.constructor) return a instanceof NamedLifecycle ? a.compare(b) : a.localeCompare(b);
			return a.constructor.name.localeCompare(b.constructor.name);
		}
		sorted() {
			return Array.from(this).sort(LifecycleRepository.#compareItems);
		}
	};
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/models/organizationalContact.js
var require_organizationalContact = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.OrganizationalContactRepository = exports.OrganizationalContact = void 0;
	const sortable_1 = require_sortable();
	var OrganizationalContact = class {
		name;
		email;
		phone;
		constructor(op = {}) {
			this.name = op.name;
			this.email = op.email;
			this.phone = op.phone;
		}
		compare(other) {
			return (this.name ?? "").localeCompare(other.name ?? "") || (this.email ?? "").localeCompare(other.email ?? "") || (this.phone ?? "").localeCompare(other.phone ?? "");
		}
	};
	exports.OrganizationalContact = OrganizationalContact;
	var OrganizationalContactRepository = class extends sortable_1.SortableComparables {};
	exports.OrganizationalContactRepository = OrganizationalContactRepository;
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/models/service.js
var require_service = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.ServiceRepository = exports.Service = void 0;
	const sortable_1 = require_sortable();
	const tree_1 = require_tree();
	const bomRef_1 = require_bomRef();
	const externalReference_1 = require_externalReference();
	const license_1 = require_license();
	const property_1 = require_property();
	var Service = class {
		provider;
		group;
		name;
		version;
		description;
		licenses;
		externalReferences;
		services;
		properties;
		#bomRef;
		dependencies;
		constructor(name, op = {}) {
			this.#bomRef = new bomRef_1.BomRef(op.bomRef);
			this.provider = op.provider;
			this.group = op.group;
			this.name = name;
			this.version = op.version;
			this.description = op.description;
			this.licenses = op.licenses ?? new license_1.LicenseRepository();
			this.externalReferences = op.externalReferences ?? new externalReference_1.ExternalReferenceRepository();
			this.services = op.services ?? new ServiceRepository();
			this.properties = op.properties ?? new property_1.PropertyRepository();
			this.dependencies = op.dependencies ?? new bomRef_1.BomRefRepository();
		}
		get bomRef() {
			return this.#bomRef;
		}
		compare(other) {
			const bomRefCompare = this.bomRef.compare(other.bomRef);
			if (bomRefCompare !== 0) return bomRefCompare;
			return (this.group ?? "").localeCompare(other.group ?? "") || this.name.localeCompare(other.name) || (this.version ?? "").localeCompare(other.version ?? "");
		}
	};
	exports.Service = Service;
	var ServiceRepository = class extends sortable_1.SortableComparables {
		*[tree_1.treeIteratorSymbol]() {
			for (const service of this) {
				yield service;
				yield* service.services[tree_1.treeIteratorSymbol]();
			}
		}
	};
	exports.ServiceRepository = ServiceRepository;
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/models/tool.js
var require_tool = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.Tools = exports.ToolRepository = exports.Tool = void 0;
	const sortable_1 = require_sortable();
	const component_1 = require_component();
	const externalReference_1 = require_externalReference();
	const hash_1 = require_hash();
	const service_1 = require_service();
	exports.Tool = class Tool {
		vendor;
		name;
		version;
		hashes;
		externalReferences;
		constructor(op = {}) {
			this.vendor = op.vendor;
			this.name = op.name;
			this.version = op.version;
			this.hashes = op.hashes ?? new hash_1.HashDictionary();
			this.externalReferences = op.externalReferences ?? new externalReference_1.ExternalReferenceRepository();
		}
		compare(other) {
			return (this.vendor ?? "").localeCompare(other.vendor ?? "") || (this.name ?? "").localeCompare(other.name ?? "") || (this.version ?? "").localeCompare(other.version ?? "");
		}
		static fromComponent(component) {
			return new Tool({
				vendor: component.group,
				name: component.name,
				version: component.version,
				hashes: component.hashes,
				externalReferences: component.externalReferences
			});
		}
		static fromService(service) {
			return new Tool({
				vendor: service.group,
				name: service.name,
				version: service.version,
				externalReferences: service.externalReferences
			});
		}
	};
	var ToolRepository = class extends sortable_1.SortableComparables {};
	exports.ToolRepository = ToolRepository;
	var Tools = class {
		components;
		services;
		tools;
		constructor(op = {}) {
			this.components = op.components ?? new component_1.ComponentRepository();
			this.services = op.services ?? new service_1.ServiceRepository();
			this.tools = op.tools ?? new ToolRepository();
		}
		get size() {
			return this.components.size + this.services.size + this.tools.size;
		}
	};
	exports.Tools = Tools;
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/models/metadata.js
var require_metadata = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.Metadata = void 0;
	const license_1 = require_license();
	const lifecycle_1 = require_lifecycle();
	const organizationalContact_1 = require_organizationalContact();
	const property_1 = require_property();
	const tool_1 = require_tool();
	var Metadata = class {
		timestamp;
		lifecycles;
		tools;
		authors;
		component;
		manufacture;
		supplier;
		licenses;
		properties;
		constructor(op = {}) {
			this.timestamp = op.timestamp;
			this.lifecycles = op.lifecycles ?? new lifecycle_1.LifecycleRepository();
			this.tools = op.tools ?? new tool_1.Tools();
			this.authors = op.authors ?? new organizationalContact_1.OrganizationalContactRepository();
			this.component = op.component;
			this.manufacture = op.manufacture;
			this.supplier = op.supplier;
			this.licenses = op.licenses ?? new license_1.LicenseRepository();
			this.properties = op.properties ?? new property_1.PropertyRepository();
		}
	};
	exports.Metadata = Metadata;
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/types/cwe.js
var require_cwe = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.CweRepository = void 0;
	exports.isCWE = isCWE;
	const sortable_1 = require_sortable();
	const integer_1 = require_integer();
	function isCWE(value) {
		return (0, integer_1.isPositiveInteger)(value);
	}
	var CweRepository = class extends sortable_1.SortableNumbers {};
	exports.CweRepository = CweRepository;
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/models/vulnerability/advisory.js
var require_advisory = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.AdvisoryRepository = exports.Advisory = void 0;
	const sortable_1 = require_sortable();
	var Advisory = class {
		title;
		url;
		constructor(url, op = {}) {
			this.url = url;
			this.title = op.title;
		}
		compare(other) {
			return this.url.toString().localeCompare(other.url.toString()) || (this.title ?? "").localeCompare(other.title ?? "");
		}
	};
	exports.Advisory = Advisory;
	var AdvisoryRepository = class extends sortable_1.SortableComparables {};
	exports.AdvisoryRepository = AdvisoryRepository;
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/models/vulnerability/affect.js
var require_affect = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.AffectedVersionRepository = exports.AffectedVersionRange = exports.AffectedSingleVersion = exports.AffectRepository = exports.Affect = void 0;
	const sortable_1 = require_sortable();
	var Affect = class {
		ref;
		versions;
		constructor(ref, op = {}) {
			this.ref = ref;
			this.versions = op.versions ?? new AffectedVersionRepository();
		}
		compare(other) {
			return this.ref.compare(other.ref) || this.versions.compare(other.versions);
		}
	};
	exports.Affect = Affect;
	var AffectRepository = class extends sortable_1.SortableComparables {};
	exports.AffectRepository = AffectRepository;
	var AffectedSingleVersion = class {
		version;
		status;
		constructor(version, op = {}) {
			this.version = version;
			this.status = op.status;
		}
		compare(other) {
			return this.version.localeCompare(other.version) || (this.status ?? "").localeCompare(other.status ?? "");
		}
	};
	exports.AffectedSingleVersion = AffectedSingleVersion;
	var AffectedVersionRange = class {
		range;
		status;
		constructor(range, op = {}) {
			this.range = range;
			this.status = op.status;
		}
		compare(other) {
			return this.range.localeCompare(other.range) || (this.status ?? "").localeCompare(other.status ?? "");
		}
	};
	exports.AffectedVersionRange = AffectedVersionRange;
	var AffectedVersionRepository = class extends sortable_1.SortableComparables {};
	exports.AffectedVersionRepository = AffectedVersionRepository;
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/models/vulnerability/rating.js
var require_rating = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.RatingRepository = exports.Rating = void 0;
	const sortable_1 = require_sortable();
	var Rating = class {
		source;
		score;
		severity;
		method;
		vector;
		justification;
		constructor(op = {}) {
			this.source = op.source;
			this.score = op.score;
			this.severity = op.severity;
			this.method = op.method;
			this.vector = op.vector;
			this.justification = op.justification;
		}
		compare(other) {
			return (this.score ?? 0) - (other.score ?? 0) || (this.vector ?? "").localeCompare(other.vector ?? "") || (this.justification ?? "").localeCompare(other.justification ?? "") || (this.severity ?? "").localeCompare(other.severity ?? "") || (this.method ?? "").localeCompare(other.method ?? "") || (this.source && other.source ? this.source.compare(other.source) : 0);
		}
	};
	exports.Rating = Rating;
	var RatingRepository = class extends sortable_1.SortableComparables {};
	exports.RatingRepository = RatingRepository;
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/models/vulnerability/reference.js
var require_reference = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.ReferenceRepository = exports.Reference = void 0;
	const sortable_1 = require_sortable();
	var Reference = class {
		id;
		source;
		constructor(id, source) {
			this.id = id;
			this.source = source;
		}
		compare(other) {
			return this.id.localeCompare(other.id) || this.source.compare(other.source);
		}
	};
	exports.Reference = Reference;
	var ReferenceRepository = class extends sortable_1.SortableComparables {};
	exports.ReferenceRepository = ReferenceRepository;
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/models/vulnerability/vulnerability.js
var require_vulnerability$1 = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.VulnerabilityRepository = exports.Vulnerability = void 0;
	const sortable_1 = require_sortable();
	const cwe_1 = require_cwe();
	const bomRef_1 = require_bomRef();
	const property_1 = require_property();
	const tool_1 = require_tool();
	const advisory_1 = require_advisory();
	const affect_1 = require_affect();
	const rating_1 = require_rating();
	const reference_1 = require_reference();
	var Vulnerability = class {
		#bomRef;
		id;
		source;
		references;
		ratings;
		cwes;
		description;
		detail;
		recommendation;
		advisories;
		created;
		published;
		updated;
		credits;
		tools;
		analysis;
		affects;
		properties;
		constructor(op = {}) {
			this.#bomRef = new bomRef_1.BomRef(op.bomRef);
			this.id = op.id;
			this.source = op.source;
			this.references = op.references ?? new reference_1.ReferenceRepository();
			this.ratings = op.ratings ?? new rating_1.RatingRepository();
			this.cwes = op.cwes ?? new cwe_1.CweRepository();
			this.description = op.description;
			this.detail = op.detail;
			this.recommendation = op.recommendation;
			this.advisories = op.advisories ?? new advisory_1.AdvisoryRepository();
			this.created = op.created;
			this.published = op.published;
			this.updated = op.updated;
			this.credits = op.credits;
			this.tools = op.tools ?? new tool_1.Tools();
			this.analysis = op.analysis;
			this.affects = op.affects ?? new affect_1.AffectRepository();
			this.properties = op.properties ?? new property_1.PropertyRepository();
		}
		get bomRef() {
			return this.#bomRef;
		}
		compare(other) {
			const bomRefCompare = this.bomRef.compare(other.bomRef);
			if (bomRefCompare !== 0) return bomRefCompare;
			return (this.id ?? "").localeCompare(other.id ?? "") || (this.created?.getTime() ?? 0) - (other.created?.getTime() ?? 0) || (this.published?.getTime() ?? 0) - (other.published?.getTime() ?? 0) || (this.updated?.getTime() ?? 0) - (other.updated?.getTime() ?? 0) || this.ratings.compare(other.ratings) || this.cwes.compare(other.cwes) || (this.description ?? "").localeCompare(other.description ?? "") || (this.detail ?? "").localeCompare(other.detail ?? "") || (this.recommendation ?? "").localeCompare(other.recommendation ?? "") || (this.source && other.source ? this.source.compare(other.source) : 0) || this.properties.compare(other.properties);
		}
	};
	exports.Vulnerability = Vulnerability;
	var VulnerabilityRepository = class extends sortable_1.SortableComparables {};
	exports.VulnerabilityRepository = VulnerabilityRepository;
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/models/bom.js
var require_bom = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.Bom = void 0;
	const integer_1 = require_integer();
	const component_1 = require_component();
	const metadata_1 = require_metadata();
	const service_1 = require_service();
	const vulnerability_1 = require_vulnerability$1();
	var Bom = class {
		metadata;
		components;
		services;
		vulnerabilities;
		#version = 1;
		#serialNumber;
		constructor(op = {}) {
			this.metadata = op.metadata ?? new metadata_1.Metadata();
			this.components = op.components ?? new component_1.ComponentRepository();
			this.services = op.services ?? new service_1.ServiceRepository();
			this.version = op.version ?? this.version;
			this.vulnerabilities = op.vulnerabilities ?? new vulnerability_1.VulnerabilityRepository();
			this.serialNumber = op.serialNumber;
		}
		get version() {
			return this.#version;
		}
		set version(value) {
			if (!(0, integer_1.isPositiveInteger)(value)) throw new TypeError("Not PositiveInteger");
			this.#version = value;
		}
		get serialNumber() {
			return this.#serialNumber;
		}
		set serialNumber(value) {
			this.#serialNumber = value === "" ? void 0 : value;
		}
	};
	exports.Bom = Bom;
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/models/bomLink.js
var require_bomLink = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.BomLinkElement = exports.BomLinkDocument = void 0;
	var BomLinkBase = class {
		#value;
		constructor(value) {
			this.value = value;
		}
		get value() {
			return this.#value;
		}
		set value(value) {
			if (!this._isValid(value)) throw new RangeError("invalid value");
			this.#value = value;
		}
		compare(other) {
			return this.toString().localeCompare(other.toString());
		}
		toString() {
			return this.value;
		}
	};
	exports.BomLinkDocument = class BomLinkDocument extends BomLinkBase {
		static #pattern = /^urn:cdx:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\/[1-9][0-9]*$/;
		static isValid(value) {
			return typeof value === "string" && this.#pattern.test(value);
		}
		_isValid(value) {
			return BomLinkDocument.isValid(value);
		}
	};
	exports.BomLinkElement = class BomLinkElement extends BomLinkBase {
		static #pattern = /^urn:cdx:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\/[1-9][0-9]*#.+$/;
		static isValid(value) {
			return typeof value === "string" && this.#pattern.test(value);
		}
		_isValid(value) {
			return BomLinkElement.isValid(value);
		}
	};
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/models/organizationalEntity.js
var require_organizationalEntity = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.OrganizationalEntityRepository = exports.OrganizationalEntity = void 0;
	const sortable_1 = require_sortable();
	const organizationalContact_1 = require_organizationalContact();
	var OrganizationalEntity = class {
		name;
		url;
		contact;
		constructor(op = {}) {
			this.name = op.name;
			this.url = op.url ?? /* @__PURE__ */ new Set();
			this.contact = op.contact ?? new organizationalContact_1.OrganizationalContactRepository();
		}
		compare(other) {
			return (this.name ?? "").localeCompare(other.name ?? "") || this.contact.compare(other.contact) || new sortable_1.SortableStringables(this.url).compare(new sortable_1.SortableStringables(other.url));
		}
	};
	exports.OrganizationalEntity = OrganizationalEntity;
	var OrganizationalEntityRepository = class extends sortable_1.SortableComparables {};
	exports.OrganizationalEntityRepository = OrganizationalEntityRepository;
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/models/swid.js
var require_swid = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.SWID = void 0;
	const integer_1 = require_integer();
	var SWID = class {
		tagId;
		name;
		version;
		patch;
		text;
		url;
		#tagVersion;
		constructor(tagId, name, op = {}) {
			this.tagId = tagId;
			this.name = name;
			this.version = op.version;
			this.patch = op.patch;
			this.text = op.text;
			this.url = op.url;
			this.tagVersion = op.tagVersion;
		}
		get tagVersion() {
			return this.#tagVersion;
		}
		set tagVersion(value) {
			if (value !== void 0 && !(0, integer_1.isNonNegativeInteger)(value)) throw new TypeError("Not NonNegativeInteger nor undefined");
			this.#tagVersion = value;
		}
	};
	exports.SWID = SWID;
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/models/vulnerability/analysis.js
var require_analysis = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.Analysis = void 0;
	const analysisResponse_1 = require_analysisResponse();
	var Analysis = class {
		state;
		justification;
		response;
		detail;
		constructor(op = {}) {
			this.state = op.state;
			this.justification = op.justification;
			this.response = op.response ?? new analysisResponse_1.AnalysisResponseRepository();
			this.detail = op.detail;
		}
	};
	exports.Analysis = Analysis;
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/models/vulnerability/credits.js
var require_credits = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.Credits = void 0;
	const organizationalContact_1 = require_organizationalContact();
	const organizationalEntity_1 = require_organizationalEntity();
	var Credits = class {
		organizations;
		individuals;
		constructor(op = {}) {
			this.organizations = op.organizations ?? new organizationalEntity_1.OrganizationalEntityRepository();
			this.individuals = op.individuals ?? new organizationalContact_1.OrganizationalContactRepository();
		}
	};
	exports.Credits = Credits;
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/models/vulnerability/source.js
var require_source = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.Source = void 0;
	var Source = class {
		name;
		url;
		constructor(op = {}) {
			this.name = op.name;
			this.url = op.url;
		}
		compare(other) {
			return (this.url?.toString() ?? "").localeCompare(other.url?.toString() ?? "") || (this.name ?? "").localeCompare(other.name ?? "");
		}
	};
	exports.Source = Source;
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/models/vulnerability/index.js
var require_vulnerability = /* @__PURE__ */ __commonJSMin(((exports, module, this$9) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	var __createBinding = this$9 && this$9.__createBinding || (Object.create ? (function(o, m, k, k2) {
		if (k2 === void 0) k2 = k;
		var desc = Object.getOwnPropertyDescriptor(m, k);
		if (!desc || ("get" in desc ? !m.__esModule : desc.writable || desc.configurable)) desc = {
			enumerable: true,
			get: function() {
				return m[k];
			}
		};
		Object.defineProperty(o, k2, desc);
	}) : (function(o, m, k, k2) {
		if (k2 === void 0) k2 = k;
		o[k2] = m[k];
	}));
	var __exportStar = this$9 && this$9.__exportStar || function(m, exports) {
		for (var p in m) if (p !== "default" && !Object.prototype.hasOwnProperty.call(exports, p)) __createBinding(exports, m, p);
	};
	Object.defineProperty(exports, "__esModule", { value: true });
	__exportStar(require_advisory(), exports);
	__exportStar(require_affect(), exports);
	__exportStar(require_analysis(), exports);
	__exportStar(require_credits(), exports);
	__exportStar(require_rating(), exports);
	__exportStar(require_reference(), exports);
	__exportStar(require_source(), exports);
	__exportStar(require_vulnerability$1(), exports);
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/models/index.js
var require_models = /* @__PURE__ */ __commonJSMin(((exports, module, this$8) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	var __createBinding = this$8 && this$8.__createBinding || (Object.create ? (function(o, m, k, k2) {
		if (k2 === void 0) k2 = k;
		var desc = Object.getOwnPropertyDescriptor(m, k);
		if (!desc || ("get" in desc ? !m.__esModule : desc.writable || desc.configurable)) desc = {
			enumerable: true,
			get: function() {
				return m[k];
			}
		};
		Object.defineProperty(o, k2, desc);
	}) : (function(o, m, k, k2) {
		if (k2 === void 0) k2 = k;
		o[k2] = m[k];
	}));
	var __setModuleDefault = this$8 && this$8.__setModuleDefault || (Object.create ? (function(o, v) {
		Object.defineProperty(o, "default", {
			enumerable: true,
			value: v
		});
	}) : function(o, v) {
		o["default"] = v;
	});
	var __exportStar = this$8 && this$8.__exportStar || function(m, exports) {
		for (var p in m) if (p !== "default" && !Object.prototype.hasOwnProperty.call(exports, p)) __createBinding(exports, m, p);
	};
	var __importStar = this$8 && this$8.__importStar || (function() {
		var ownKeys = function(o) {
			ownKeys = Object.getOwnPropertyNames || function(o) {
				var ar = [];
				for (var k in o) if (Object.prototype.hasOwnProperty.call(o, k)) ar[ar.length] = k;
				return ar;
			};
			return ownKeys(o);
		};
		return function(mod) {
			if (mod && mod.__esModule) return mod;
			var result = {};
			if (mod != null) {
				for (var k = ownKeys(mod), i = 0; i < k.length; i++) if (k[i] !== "default") __createBinding(result, mod, k[i]);
			}
			__setModuleDefault(result, mod);
			return result;
		};
	})();
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.Vulnerability = void 0;
	__exportStar(require_attachment(), exports);
	__exportStar(require_bom(), exports);
	__exportStar(require_bomLink(), exports);
	__exportStar(require_bomRef(), exports);
	__exportStar(require_component(), exports);
	__exportStar(require_copyright(), exports);
	__exportStar(require_externalReference(), exports);
	__exportStar(require_hash(), exports);
	__exportStar(require_license(), exports);
	__exportStar(require_lifecycle(), exports);
	__exportStar(require_metadata(), exports);
	__exportStar(require_organizationalContact(), exports);
	__exportStar(require_organizationalEntity(), exports);
	__exportStar(require_property(), exports);
	__exportStar(require_service(), exports);
	__exportStar(require_swid(), exports);
	__exportStar(require_tool(), exports);
	exports.Vulnerability = __importStar(require_vulnerability());
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/serialize/bomRefDiscriminator.js
var require_bomRefDiscriminator = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.BomRefDiscriminator = void 0;
	var BomRefDiscriminator = class {
		#originalValues;
		#prefix;
		constructor(bomRefs, prefix = "BomRef") {
			this.#originalValues = Array.from(bomRefs, (r) => [r, r.value]);
			this.#prefix = prefix;
		}
		get prefix() {
			return this.#prefix;
		}
		*[Symbol.iterator]() {
			for (const [bomRef] of this.#originalValues) yield bomRef;
		}
		discriminate() {
			const knownRefValues = /* @__PURE__ */ new Set([""]);
			for (const [bomRef] of this.#originalValues) {
				let value = bomRef.value;
				if (value === void 0 || knownRefValues.has(value)) {
					value = this.#makeUniqueId();
					bomRef.value = value;
				}
				knownRefValues.add(value);
			}
		}
		reset() {
			for (const [bomRef, originalValue] of this.#originalValues) bomRef.value = originalValue;
		}
		#makeUniqueId() {
			return `${this.#prefix}${Math.random().toString(32).substring(1)}${Math.random().toString(32).substring(1)}`;
		}
	};
	exports.BomRefDiscriminator = BomRefDiscriminator;
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/_optPlug.node/errors.js
var require_errors$2 = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.OptPlugError = void 0;
	var OptPlugError = class extends Error {
		cause;
		constructor(message, cause) {
			super(message);
			this.cause = cause;
		}
	};
	exports.OptPlugError = OptPlugError;
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/serialize/errors.js
var require_errors$1 = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.MissingOptionalDependencyError = void 0;
	const errors_1 = require_errors$2();
	var MissingOptionalDependencyError = class extends errors_1.OptPlugError {};
	exports.MissingOptionalDependencyError = MissingOptionalDependencyError;
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/serialize/types.js
var require_types$2 = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/serialize/baseSerializer.js
var require_baseSerializer = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.BaseSerializer = void 0;
	const tree_1 = require_tree();
	const bomRefDiscriminator_1 = require_bomRefDiscriminator();
	var BaseSerializer = class {
		*#getAllBomRefs(bom) {
			if (bom.metadata.component !== void 0) {
				yield bom.metadata.component.bomRef;
				for (const { bomRef } of bom.metadata.component.components[tree_1.treeIteratorSymbol]()) yield bomRef;
			}
			for (const { bomRef } of bom.components[tree_1.treeIteratorSymbol]()) yield bomRef;
			for (const { bomRef } of bom.services[tree_1.treeIteratorSymbol]()) yield bomRef;
			for (const { bomRef } of bom.vulnerabilities) yield bomRef;
		}
		#normalize(bom, options) {
			const bomRefDiscriminator = new bomRefDiscriminator_1.BomRefDiscriminator(this.#getAllBomRefs(bom));
			bomRefDiscriminator.discriminate();
			try {
				return this._normalize(bom, options);
			} finally {
				bomRefDiscriminator.reset();
			}
		}
		serialize(bom, options) {
			return this._serialize(this.#normalize(bom, options), options);
		}
	};
	exports.BaseSerializer = BaseSerializer;
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/_helpers/iterable.js
var require_iterable = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.chainI = chainI;
	function* chainI(...iterables) {
		for (const iterable of iterables) yield* iterable;
	}
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/_helpers/notUndefined.js
var require_notUndefined = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.isNotUndefined = isNotUndefined;
	function isNotUndefined(value) {
		return value !== void 0;
	}
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/_helpers/uri.js
var require_uri = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.escapeUri = escapeUri;
	const _ESCAPES = [
		[/ /g, "%20"],
		[/"/g, "%22"],
		[/'/g, "%27"],
		[/\[/g, "%5B"],
		[/]/g, "%5D"],
		[/</g, "%3C"],
		[/>/g, "%3E"],
		[/\{/g, "%7B"],
		[/}/g, "%7D"]
	];
	function escapeUri(value) {
		if (value === void 0) return value;
		for (const [s, r] of _ESCAPES) value = value.replace(s, r);
		return value;
	}
}));
// node_modules/@cyclonedx/cyclonedx-library/res/schema/spdx.SNAPSHOT.schema.json
var require_spdx_SNAPSHOT_schema = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = {
		"$schema": "http://json-schema.org/draft-07/schema#",
		"$id": "http://cyclonedx.org/schema/spdx.schema.json",
		"$comment": "v1.1-3.29.0",
		"type": "string",
		"enum": [
			"0BSD",
			"3D-Slicer-1.0",
			"AAL",
			"Abstyles",
			"AdaCore-doc",
			"Adobe-2006",
			"Adobe-Display-PostScript",
			"Adobe-Glyph",
			"Adobe-Utopia",
			"ADSL",
			"Advanced-Cryptics-Dictionary",
			"AFL-1.1",
			"AFL-1.2",
			"AFL-2.0",
			"AFL-2.1",
			"AFL-3.0",
			"Afmparse",
			"AGPL-1.0",
			"AGPL-1.0-only",
			"AGPL-1.0-or-later",
			"AGPL-3.0",
			"AGPL-3.0-only",
			"AGPL-3.0-or-later",
			"Aladdin",
			"ALGLIB-Documentation",
			"AMD-newlib",
			"AMDPLPA",
			"AML",
			"AML-glslang",
			"AMPAS",
			"ANTLR-PD",
			"ANTLR-PD-fallback",
			"any-OSI",
			"any-OSI-perl-modules",
			"Apache-1.0",
			"Apache-1.1",
			"Apache-2.0",
			"APAFML",
			"APL-1.0",
			"App-s2p",
			"APSL-1.0",
			"APSL-1.1",
			"APSL-1.2",
			"APSL-2.0",
			"Arphic-1999",
			"Artistic-1.0",
			"Artistic-1.0-cl8",
			"Artistic-1.0-Perl",
			"Artistic-2.0",
			"Artistic-dist",
			"Aspell-RU",
			"ASWF-Digital-Assets-1.0",
			"ASWF-Digital-Assets-1.1",
			"atc-game",
			"Baekmuk",
			"Bahyph",
			"Barr",
			"bcrypt-Solar-Designer",
			"Beerware",
			"Bitstream-Charter",
			"Bitstream-Vera",
			"BitTorrent-1.0",
			"BitTorrent-1.1",
			"blessing",
			"BlueOak-1.0.0",
			"Boehm-GC",
			"Boehm-GC-without-fee",
			"BOLA-1.1",
			"Borceux",
			"Brian-Gladman-2-Clause",
			"Brian-Gladman-3-Clause",
			"Brian-Gladman-3-Clause-no-conversion",
			"BSD-1-Clause",
			"BSD-2-Clause",
			"BSD-2-Clause-Darwin",
			"BSD-2-Clause-first-lines",
			"BSD-2-Clause-FreeBSD",
			"BSD-2-Clause-NetBSD",
			"BSD-2-Clause-Patent",
			"BSD-2-Clause-pkgconf-disclaimer",
			"BSD-2-Clause-pos-unchanged",
			"BSD-2-Clause-Views",
			"BSD-3-Clause",
			"BSD-3-Clause-acpica",
			"BSD-3-Clause-Attribution",
			"BSD-3-Clause-Clear",
			"BSD-3-Clause-flex",
			"BSD-3-Clause-HP",
			"BSD-3-Clause-LBNL",
			"BSD-3-Clause-Modification",
			"BSD-3-Clause-No-Military-License",
			"BSD-3-Clause-No-Nuclear-License",
			"BSD-3-Clause-No-Nuclear-License-2014",
			"BSD-3-Clause-No-Nuclear-Warranty",
			"BSD-3-Clause-Open-MPI",
			"BSD-3-Clause-OpenWebUI",
			"BSD-3-Clause-Sun",
			"BSD-3-Clause-Tso",
			"BSD-4-Clause",
			"BSD-4-Clause-Shortened",
			"BSD-4-Clause-UC",
			"BSD-4.3RENO",
			"BSD-4.3TAHOE",
			"BSD-Advertising-Acknowledgement",
			"BSD-ask-to-endorse",
			"BSD-Attribution-HPND-disclaimer",
			"BSD-Inferno-Nettverk",
			"BSD-Mark-Modifications",
			"BSD-Protection",
			"BSD-Source-alt-GPL",
			"BSD-Source-beginning-file",
			"BSD-Source-Code",
			"BSD-Source-Code-no-disclaimer",
			"BSD-Systemics",
			"BSD-Systemics-W3Works",
			"BSL-1.0",
			"Buddy",
			"Bugroff",
			"BUSL-1.1",
			"bzip2-1.0.5",
			"bzip2-1.0.6",
			"C-UDA-1.0",
			"CAL-1.0",
			"CAL-1.0-Combined-Work-Exception",
			"Caldera",
			"Caldera-no-preamble",
			"CAPEC-tou",
			"Catharon",
			"CATOSL-1.1",
			"CC-BY-1.0",
			"CC-BY-2.0",
			"CC-BY-2.5",
			"CC-BY-2.5-AU",
			"CC-BY-3.0",
			"CC-BY-3.0-AT",
			"CC-BY-3.0-AU",
			"CC-BY-3.0-DE",
			"CC-BY-3.0-IGO",
			"CC-BY-3.0-NL",
			"CC-BY-3.0-US",
			"CC-BY-4.0",
			"CC-BY-NC-1.0",
			"CC-BY-NC-2.0",
			"CC-BY-NC-2.5",
			"CC-BY-NC-3.0",
			"CC-BY-NC-3.0-DE",
			"CC-BY-NC-3.0-IGO",
			"CC-BY-NC-4.0",
			"CC-BY-NC-ND-1.0",
			"CC-BY-NC-ND-2.0",
			"CC-BY-NC-ND-2.5",
			"CC-BY-NC-ND-3.0",
			"CC-BY-NC-ND-3.0-DE",
			"CC-BY-NC-ND-3.0-IGO",
			"CC-BY-NC-ND-4.0",
			"CC-BY-NC-SA-1.0",
			"CC-BY-NC-SA-2.0",
			"CC-BY-NC-SA-2.0-DE",
			"CC-BY-NC-SA-2.0-FR",
			"CC-BY-NC-SA-2.0-UK",
			"CC-BY-NC-SA-2.5",
			"CC-BY-NC-SA-3.0",
			"CC-BY-NC-SA-3.0-DE",
			"CC-BY-NC-SA-3.0-IGO",
			"CC-BY-NC-SA-4.0",
			"CC-BY-ND-1.0",
			"CC-BY-ND-2.0",
			"CC-BY-ND-2.5",
			"CC-BY-ND-3.0",
			"CC-BY-ND-3.0-DE",
			"CC-BY-ND-4.0",
			"CC-BY-SA-1.0",
			"CC-BY-SA-2.0",
			"CC-BY-SA-2.0-UK",
			"CC-BY-SA-2.1-JP",
			"CC-BY-SA-2.5",
			"CC-BY-SA-3.0",
			"CC-BY-SA-3.0-AT",
			"CC-BY-SA-3.0-DE",
			"CC-BY-SA-3.0-IGO",
			"CC-BY-SA-4.0",
			"CC-PDDC",
			"CC-PDM-1.0",
			"CC-SA-1.0",
			"CC0-1.0",
			"CDDL-1.0",
			"CDDL-1.1",
			"CDL-1.0",
			"CDLA-Permissive-1.0",
			"CDLA-Permissive-2.0",
			"CDLA-Sharing-1.0",
			"CECILL-1.0",
			"CECILL-1.1",
			"CECILL-2.0",
			"CECILL-2.1",
			"CECILL-B",
			"CECILL-C",
			"CERN-OHL-1.1",
			"CERN-OHL-1.2",
			"CERN-OHL-P-2.0",
			"CERN-OHL-S-2.0",
			"CERN-OHL-W-2.0",
			"CFITSIO",
			"check-cvs",
			"checkmk",
			"ClArtistic",
			"Clips",
			"CMU-Mach",
			"CMU-Mach-nodoc",
			"CNRI-Jython",
			"CNRI-Python",
			"CNRI-Python-GPL-Compatible",
			"COIL-1.0",
			"Community-Spec-1.0",
			"Condor-1.1",
			"copyleft-next-0.3.0",
			"copyleft-next-0.3.1",
			"Cornell-Lossless-JPEG",
			"CPAL-1.0",
			"CPL-1.0",
			"CPOL-1.02",
			"Cronyx",
			"Crossword",
			"CryptoSwift",
			"CrystalStacker",
			"CUA-OPL-1.0",
			"Cube",
			"curl",
			"cve-tou",
			"D-FSL-1.0",
			"DEC-3-Clause",
			"diffmark",
			"DL-DE-BY-2.0",
			"DL-DE-ZERO-2.0",
			"DOC",
			"DocBook-DTD",
			"DocBook-Schema",
			"DocBook-Stylesheet",
			"DocBook-XML",
			"Dotseqn",
			"DRL-1.0",
			"DRL-1.1",
			"DSDP",
			"dtoa",
			"dvipdfm",
			"ECL-1.0",
			"ECL-2.0",
			"eCos-2.0",
			"EFL-1.0",
			"EFL-2.0",
			"eGenix",
			"Elastic-2.0",
			"Entessa",
			"EPICS",
			"EPL-1.0",
			"EPL-2.0",
			"ErlPL-1.1",
			"ESA-PL-permissive-2.4",
			"ESA-PL-strong-copyleft-2.4",
			"ESA-PL-weak-copyleft-2.4",
			"etalab-2.0",
			"EUDatagrid",
			"EUPL-1.0",
			"EUPL-1.1",
			"EUPL-1.2",
			"Eurosym",
			"Fair",
			"FBM",
			"FDK-AAC",
			"FDK-MPEG-H",
			"Ferguson-Twofish",
			"Frameworx-1.0",
			"FreeBSD-DOC",
			"FreeImage",
			"FSFAP",
			"FSFAP-no-warranty-disclaimer",
			"FSFUL",
			"FSFULLR",
			"FSFULLRSD",
			"FSFULLRWD",
			"FSL-1.1-ALv2",
			"FSL-1.1-MIT",
			"FTL",
			"Furuseth",
			"fwlw",
			"Game-Programming-Gems",
			"GCR-docs",
			"GD",
			"generic-xts",
			"GFDL-1.1",
			"GFDL-1.1-invariants-only",
			"GFDL-1.1-invariants-or-later",
			"GFDL-1.1-no-invariants-only",
			"GFDL-1.1-no-invariants-or-later",
			"GFDL-1.1-only",
			"GFDL-1.1-or-later",
			"GFDL-1.2",
			"GFDL-1.2-invariants-only",
			"GFDL-1.2-invariants-or-later",
			"GFDL-1.2-no-invariants-only",
			"GFDL-1.2-no-invariants-or-later",
			"GFDL-1.2-only",
			"GFDL-1.2-or-later",
			"GFDL-1.3",
			"GFDL-1.3-invariants-only",
			"GFDL-1.3-invariants-or-later",
			"GFDL-1.3-no-invariants-only",
			"GFDL-1.3-no-invariants-or-later",
			"GFDL-1.3-only",
			"GFDL-1.3-or-later",
			"Giftware",
			"GL2PS",
			"Glide",
			"Glulxe",
			"GLWTPL",
			"gnuplot",
			"GPL-1.0",
			"GPL-1.0+",
			"GPL-1.0-only",
			"GPL-1.0-or-later",
			"GPL-2.0",
			"GPL-2.0+",
			"GPL-2.0-only",
			"GPL-2.0-or-later",
			"GPL-2.0-with-autoconf-exception",
			"GPL-2.0-with-bison-exception",
			"GPL-2.0-with-classpath-exception",
			"GPL-2.0-with-font-exception",
			"GPL-2.0-with-GCC-exception",
			"GPL-3.0",
			"GPL-3.0+",
			"GPL-3.0-only",
			"GPL-3.0-or-later",
			"GPL-3.0-with-autoconf-exception",
			"GPL-3.0-with-GCC-exception",
			"Graphics-Gems",
			"gSOAP-1.3b",
			"gtkbook",
			"Gutmann",
			"HaskellReport",
			"HDF5",
			"hdparm",
			"HIDAPI",
			"Hippocratic-2.1",
			"Hippocratic-3.0-core",
			"HP-1986",
			"HP-1989",
			"HPND",
			"HPND-DEC",
			"HPND-doc",
			"HPND-doc-sell",
			"HPND-export-US",
			"HPND-export-US-acknowledgement",
			"HPND-export-US-modify",
			"HPND-export2-US",
			"HPND-Fenneberg-Livingston",
			"HPND-INRIA-IMAG",
			"HPND-Intel",
			"HPND-Kevlin-Henney",
			"HPND-Markus-Kuhn",
			"HPND-merchantability-variant",
			"HPND-MIT-disclaimer",
			"HPND-Netrek",
			"HPND-Pbmplus",
			"HPND-sell-MIT-disclaimer-xserver",
			"HPND-sell-regexpr",
			"HPND-sell-variant",
			"HPND-sell-variant-critical-systems",
			"HPND-sell-variant-MIT-disclaimer",
			"HPND-sell-variant-MIT-disclaimer-rev",
			"HPND-SMC",
			"HPND-UC",
			"HPND-UC-export-US",
			"HTMLTIDY",
			"hyphen-bulgarian",
			"IBM-pibs",
			"ICU",
			"IEC-Code-Components-EULA",
			"IJG",
			"IJG-short",
			"ImageMagick",
			"iMatix",
			"Imlib2",
			"Info-ZIP",
			"Informatica",
			"Inner-Net-2.0",
			"InnoSetup",
			"Intel",
			"Intel-ACPI",
			"Interbase-1.0",
			"IPA",
			"IPL-1.0",
			"ISC",
			"ISC-Veillard",
			"ISO-permission",
			"Jam",
			"JasPer-2.0",
			"jove",
			"JPL-image",
			"JPNIC",
			"JSON",
			"Kastrup",
			"Kazlib",
			"Knuth-CTAN",
			"LAL-1.2",
			"LAL-1.3",
			"Latex2e",
			"Latex2e-translated-notice",
			"Leptonica",
			"LGPL-2.0",
			"LGPL-2.0+",
			"LGPL-2.0-only",
			"LGPL-2.0-or-later",
			"LGPL-2.1",
			"LGPL-2.1+",
			"LGPL-2.1-only",
			"LGPL-2.1-or-later",
			"LGPL-3.0",
			"LGPL-3.0+",
			"LGPL-3.0-only",
			"LGPL-3.0-or-later",
			"LGPLLR",
			"Libpng",
			"libpng-1.6.35",
			"libpng-2.0",
			"libselinux-1.0",
			"libtiff",
			"libutil-David-Nugent",
			"LiLiQ-P-1.1",
			"LiLiQ-R-1.1",
			"LiLiQ-Rplus-1.1",
			"Linux-man-pages-1-para",
			"Linux-man-pages-copyleft",
			"Linux-man-pages-copyleft-2-para",
			"Linux-man-pages-copyleft-var",
			"Linux-OpenIB",
			"LOOP",
			"LPD-document",
			"LPL-1.0",
			"LPL-1.02",
			"LPPL-1.0",
			"LPPL-1.1",
			"LPPL-1.2",
			"LPPL-1.3a",
			"LPPL-1.3c",
			"lsof",
			"Lucida-Bitmap-Fonts",
			"LZMA-SDK-9.11-to-9.20",
			"LZMA-SDK-9.22",
			"Mackerras-3-Clause",
			"Mackerras-3-Clause-acknowledgment",
			"magaz",
			"mailprio",
			"MakeIndex",
			"man2html",
			"Martin-Birgmeier",
			"McPhee-slideshow",
			"metamail",
			"Minpack",
			"MIPS",
			"MirOS",
			"MIT",
			"MIT-0",
			"MIT-advertising",
			"MIT-Click",
			"MIT-CMU",
			"MIT-enna",
			"MIT-feh",
			"MIT-Festival",
			"MIT-Khronos-old",
			"MIT-Modern-Variant",
			"MIT-open-group",
			"MIT-STK",
			"MIT-testregex",
			"MIT-Wu",
			"MITNFA",
			"MMIXware",
			"MMPL-1.0.1",
			"Motosoto",
			"MPEG-SSG",
			"mpi-permissive",
			"mpich2",
			"MPL-1.0",
			"MPL-1.1",
			"MPL-2.0",
			"MPL-2.0-no-copyleft-exception",
			"mplus",
			"MS-LPL",
			"MS-PL",
			"MS-RL",
			"MTLL",
			"MulanPSL-1.0",
			"MulanPSL-2.0",
			"Multics",
			"Mup",
			"MVT-1.1",
			"NAIST-2003",
			"NASA-1.3",
			"Naumen",
			"NBPL-1.0",
			"NCBI-PD",
			"NCGL-UK-2.0",
			"NCL",
			"NCSA",
			"Net-SNMP",
			"NetCDF",
			"Newsletr",
			"NGPL",
			"ngrep",
			"NICTA-1.0",
			"NIST-PD",
			"NIST-PD-fallback",
			"NIST-PD-TNT",
			"NIST-Software",
			"NLOD-1.0",
			"NLOD-2.0",
			"NLPL",
			"Nokia",
			"NOSL",
			"Noweb",
			"NPL-1.0",
			"NPL-1.1",
			"NPOSL-3.0",
			"NRL",
			"NTIA-PD",
			"NTP",
			"NTP-0",
			"Nunit",
			"O-UDA-1.0",
			"OAR",
			"OCCT-PL",
			"OCLC-2.0",
			"ODbL-1.0",
			"ODC-By-1.0",
			"OFFIS",
			"OFL-1.0",
			"OFL-1.0-no-RFN",
			"OFL-1.0-RFN",
			"OFL-1.1",
			"OFL-1.1-no-RFN",
			"OFL-1.1-RFN",
			"OGC-1.0",
			"OGDL-Taiwan-1.0",
			"OGL-Canada-2.0",
			"OGL-UK-1.0",
			"OGL-UK-2.0",
			"OGL-UK-3.0",
			"OGTSL",
			"OLDAP-1.1",
			"OLDAP-1.2",
			"OLDAP-1.3",
			"OLDAP-1.4",
			"OLDAP-2.0",
			"OLDAP-2.0.1",
			"OLDAP-2.1",
			"OLDAP-2.2",
			"OLDAP-2.2.1",
			"OLDAP-2.2.2",
			"OLDAP-2.3",
			"OLDAP-2.4",
			"OLDAP-2.5",
			"OLDAP-2.6",
			"OLDAP-2.7",
			"OLDAP-2.8",
			"OLFL-1.3",
			"OML",
			"OpenMDW-1.0",
			"OpenPBS-2.3",
			"OpenSSL",
			"OpenSSL-standalone",
			"OpenVision",
			"OPL-1.0",
			"OPL-UK-3.0",
			"OPUBL-1.0",
			"OSC-1.0",
			"OSET-PL-2.1",
			"OSL-1.0",
			"OSL-1.1",
			"OSL-2.0",
			"OSL-2.1",
			"OSL-3.0",
			"OSSP",
			"PADL",
			"ParaType-Free-Font-1.3",
			"Parity-6.0.0",
			"Parity-7.0.0",
			"PDDL-1.0",
			"PHP-3.0",
			"PHP-3.01",
			"Pixar",
			"pkgconf",
			"Plexus",
			"pnmstitch",
			"PolyForm-Noncommercial-1.0.0",
			"PolyForm-Small-Business-1.0.0",
			"PostgreSQL",
			"PPL",
			"PSF-2.0",
			"psfrag",
			"psutils",
			"Python-2.0",
			"Python-2.0.1",
			"python-ldap",
			"Qhull",
			"QPL-1.0",
			"QPL-1.0-INRIA-2004",
			"radvd",
			"Rdisc",
			"RHeCos-1.1",
			"RPL-1.1",
			"RPL-1.5",
			"RPSL-1.0",
			"RSA-MD",
			"RSCPL",
			"Ruby",
			"Ruby-pty",
			"SAX-PD",
			"SAX-PD-2.0",
			"Saxpath",
			"SCEA",
			"SchemeReport",
			"Sendmail",
			"Sendmail-8.23",
			"Sendmail-Open-Source-1.1",
			"SGI-B-1.0",
			"SGI-B-1.1",
			"SGI-B-2.0",
			"SGI-OpenGL",
			"SGMLUG-PM",
			"SGP4",
			"SHL-0.5",
			"SHL-0.51",
			"SimPL-2.0",
			"SISSL",
			"SISSL-1.2",
			"SL",
			"Sleepycat",
			"SMAIL-GPL",
			"SMLNJ",
			"SMPPL",
			"SNIA",
			"snprintf",
			"SOFA",
			"softSurfer",
			"Soundex",
			"Spencer-86",
			"Spencer-94",
			"Spencer-99",
			"SPL-1.0",
			"ssh-keyscan",
			"SSH-OpenSSH",
			"SSH-short",
			"SSLeay-standalone",
			"SSPL-1.0",
			"StandardML-NJ",
			"SugarCRM-1.1.3",
			"SUL-1.0",
			"Sun-PPP",
			"Sun-PPP-2000",
			"SunPro",
			"SWL",
			"swrule",
			"Symlinks",
			"TAPR-OHL-1.0",
			"TCL",
			"TCP-wrappers",
			"TekHVC",
			"TermReadKey",
			"TGPPL-1.0",
			"ThirdEye",
			"threeparttable",
			"TMate",
			"TORQUE-1.1",
			"TOSL",
			"TPDL",
			"TPL-1.0",
			"TrustedQSL",
			"TTWL",
			"TTYP0",
			"TU-Berlin-1.0",
			"TU-Berlin-2.0",
			"Ubuntu-font-1.0",
			"UCAR",
			"UCL-1.0",
			"ulem",
			"UMich-Merit",
			"Unicode-3.0",
			"Unicode-DFS-2015",
			"Unicode-DFS-2016",
			"Unicode-TOU",
			"UnixCrypt",
			"Unlicense",
			"Unlicense-libtelnet",
			"Unlicense-libwhirlpool",
			"UnRAR",
			"UPL-1.0",
			"URT-RLE",
			"Vim",
			"Vixie-Cron",
			"VOSTROM",
			"VSL-1.0",
			"W3C",
			"W3C-19980720",
			"W3C-20150513",
			"w3m",
			"Watcom-1.0",
			"Widget-Workshop",
			"WordNet",
			"Wsuipa",
			"WTFNMFPL",
			"WTFPL",
			"wwl",
			"wxWindows",
			"X11",
			"X11-distribute-modifications-variant",
			"X11-no-permit-persons",
			"X11-swapped",
			"Xdebug-1.03",
			"Xerox",
			"Xfig",
			"XFree86-1.1",
			"xinetd",
			"xkeyboard-config-Zinoviev",
			"xlock",
			"Xnet",
			"xpp",
			"XSkat",
			"xzoom",
			"YPL-1.0",
			"YPL-1.1",
			"Zed",
			"Zeeff",
			"Zend-2.0",
			"Zimbra-1.3",
			"Zimbra-1.4",
			"Zlib",
			"zlib-acknowledgement",
			"ZPL-1.1",
			"ZPL-2.0",
			"ZPL-2.1",
			"389-exception",
			"Asterisk-exception",
			"Asterisk-linking-protocols-exception",
			"Autoconf-exception-2.0",
			"Autoconf-exception-3.0",
			"Autoconf-exception-generic",
			"Autoconf-exception-generic-3.0",
			"Autoconf-exception-macro",
			"Bison-exception-1.24",
			"Bison-exception-2.2",
			"Bootloader-exception",
			"CGAL-linking-exception",
			"Classpath-exception-2.0",
			"Classpath-exception-2.0-short",
			"CLISP-exception-2.0",
			"cryptsetup-OpenSSL-exception",
			"Digia-Qt-LGPL-exception-1.1",
			"DigiRule-FOSS-exception",
			"eCos-exception-2.0",
			"erlang-otp-linking-exception",
			"Fawkes-Runtime-exception",
			"FLTK-exception",
			"fmt-exception",
			"Font-exception-2.0",
			"freertos-exception-2.0",
			"GCC-exception-2.0",
			"GCC-exception-2.0-note",
			"GCC-exception-3.1",
			"Gmsh-exception",
			"GNAT-exception",
			"GNOME-examples-exception",
			"GNU-compiler-exception",
			"gnu-javamail-exception",
			"Google-Patent-WebM",
			"GPL-3.0-389-ds-base-exception",
			"GPL-3.0-interface-exception",
			"GPL-3.0-linking-exception",
			"GPL-3.0-linking-source-exception",
			"GPL-CC-1.0",
			"GStreamer-exception-2005",
			"GStreamer-exception-2008",
			"harbour-exception",
			"i2p-gpl-java-exception",
			"Independent-modules-exception",
			"KiCad-libraries-exception",
			"kvirc-openssl-exception",
			"LGPL-3.0-linking-exception",
			"libpri-OpenH323-exception",
			"Libtool-exception",
			"Linux-syscall-note",
			"LLGPL",
			"LLVM-exception",
			"LZMA-exception",
			"mif-exception",
			"mxml-exception",
			"Nokia-Qt-exception-1.1",
			"OCaml-LGPL-linking-exception",
			"OCCT-exception-1.0",
			"OpenJDK-assembly-exception-1.0",
			"openvpn-openssl-exception",
			"PCRE2-exception",
			"polyparse-exception",
			"PS-or-PDF-font-exception-20170817",
			"QPL-1.0-INRIA-2004-exception",
			"Qt-GPL-exception-1.0",
			"Qt-LGPL-exception-1.1",
			"Qwt-exception-1.0",
			"romic-exception",
			"RRDtool-FLOSS-exception-2.0",
			"rsync-linking-exception",
			"SANE-exception",
			"SHL-2.0",
			"SHL-2.1",
			"Simple-Library-Usage-exception",
			"Spelling-Provider-LGPL-exception",
			"sqlitestudio-OpenSSL-exception",
			"stunnel-exception",
			"SWI-exception",
			"Swift-exception",
			"Texinfo-exception",
			"u-boot-exception-2.0",
			"UBDL-exception",
			"Universal-FOSS-exception-1.0",
			"vsftpd-openssl-exception",
			"WxWindows-exception-3.1",
			"x11vnc-openssl-exception"
		],
		"meta:enum": {
			"0BSD": "BSD Zero Clause License",
			"3D-Slicer-1.0": "3D Slicer License v1.0",
			"AAL": "Attribution Assurance License",
			"Abstyles": "Abstyles License",
			"AdaCore-doc": "AdaCore Doc License",
			"Adobe-2006": "Adobe Systems Incorporated Source Code License Agreement",
			"Adobe-Display-PostScript": "Adobe Display PostScript License",
			"Adobe-Glyph": "Adobe Glyph List License",
			"Adobe-Utopia": "Adobe Utopia Font License",
			"ADSL": "Amazon Digital Services License",
			"Advanced-Cryptics-Dictionary": "Advanced Cryptics Dictionary License",
			"AFL-1.1": "Academic Free License v1.1",
			"AFL-1.2": "Academic Free License v1.2",
			"AFL-2.0": "Academic Free License v2.0",
			"AFL-2.1": "Academic Free License v2.1",
			"AFL-3.0": "Academic Free License v3.0",
			"Afmparse": "Afmparse License",
			"AGPL-1.0": "Affero General Public License v1.0",
			"AGPL-1.0-only": "Affero General Public License v1.0 only",
			"AGPL-1.0-or-later": "Affero General Public License v1.0 or later",
			"AGPL-3.0": "GNU Affero General Public License v3.0",
			"AGPL-3.0-only": "GNU Affero General Public License v3.0 only",
			"AGPL-3.0-or-later": "GNU Affero General Public License v3.0 or later",
			"Aladdin": "Aladdin Free Public License",
			"ALGLIB-Documentation": "ALGLIB Documentation License",
			"AMD-newlib": "AMD newlib License",
			"AMDPLPA": "AMD's plpa_map.c License",
			"AML": "Apple MIT License",
			"AML-glslang": "AML glslang variant License",
			"AMPAS": "Academy of Motion Picture Arts and Sciences BSD",
			"ANTLR-PD": "ANTLR Software Rights Notice",
			"ANTLR-PD-fallback": "ANTLR Software Rights Notice with license fallback",
			"any-OSI": "Any OSI License",
			"any-OSI-perl-modules": "Any OSI License - Perl Modules",
			"Apache-1.0": "Apache License 1.0",
			"Apache-1.1": "Apache License 1.1",
			"Apache-2.0": "Apache License 2.0",
			"APAFML": "Adobe Postscript AFM License",
			"APL-1.0": "Adaptive Public License 1.0",
			"App-s2p": "App::s2p License",
			"APSL-1.0": "Apple Public Source License 1.0",
			"APSL-1.1": "Apple Public Source License 1.1",
			"APSL-1.2": "Apple Public Source License 1.2",
			"APSL-2.0": "Apple Public Source License 2.0",
			"Arphic-1999": "Arphic Public License",
			"Artistic-1.0": "Artistic License 1.0",
			"Artistic-1.0-cl8": "Artistic License 1.0 w/clause 8",
			"Artistic-1.0-Perl": "Artistic License 1.0 (Perl)",
			"Artistic-2.0": "Artistic License 2.0",
			"Artistic-dist": "Artistic License 1.0 (dist)",
			"Aspell-RU": "Aspell Russian License",
			"ASWF-Digital-Assets-1.0": "ASWF Digital Assets License version 1.0",
			"ASWF-Digital-Assets-1.1": "ASWF Digital Assets License 1.1",
			"atc-game": "atc Game License",
			"Baekmuk": "Baekmuk License",
			"Bahyph": "Bahyph License",
			"Barr": "Barr License",
			"bcrypt-Solar-Designer": "bcrypt Solar Designer License",
			"Beerware": "Beerware License",
			"Bitstream-Charter": "Bitstream Charter Font License",
			"Bitstream-Vera": "Bitstream Vera Font License",
			"BitTorrent-1.0": "BitTorrent Open Source License v1.0",
			"BitTorrent-1.1": "BitTorrent Open Source License v1.1",
			"blessing": "SQLite Blessing",
			"BlueOak-1.0.0": "Blue Oak Model License 1.0.0",
			"Boehm-GC": "Boehm-Demers-Weiser GC License",
			"Boehm-GC-without-fee": "Boehm-Demers-Weiser GC License (without fee)",
			"BOLA-1.1": "Buena Onda License Agreement v1.1",
			"Borceux": "Borceux license",
			"Brian-Gladman-2-Clause": "Brian Gladman 2-Clause License",
			"Brian-Gladman-3-Clause": "Brian Gladman 3-Clause License",
			"Brian-Gladman-3-Clause-no-conversion": "Brian Gladman 3-Clause License (no conversion clause)",
			"BSD-1-Clause": "BSD 1-Clause License",
			"BSD-2-Clause": "BSD 2-Clause \"Simplified\" License",
			"BSD-2-Clause-Darwin": "BSD 2-Clause - Ian Darwin variant",
			"BSD-2-Clause-first-lines": "BSD 2-Clause - first lines requirement",
			"BSD-2-Clause-FreeBSD": "BSD 2-Clause FreeBSD License",
			"BSD-2-Clause-NetBSD": "BSD 2-Clause NetBSD License",
			"BSD-2-Clause-Patent": "BSD-2-Clause Plus Patent License",
			"BSD-2-Clause-pkgconf-disclaimer": "BSD 2-Clause pkgconf disclaimer variant",
			"BSD-2-Clause-pos-unchanged": "BSD 2-Clause - position unchanged variant",
			"BSD-2-Clause-Views": "BSD 2-Clause with views sentence",
			"BSD-3-Clause": "BSD 3-Clause \"New\" or \"Revised\" License",
			"BSD-3-Clause-acpica": "BSD 3-Clause acpica variant",
			"BSD-3-Clause-Attribution": "BSD with attribution",
			"BSD-3-Clause-Clear": "BSD 3-Clause Clear License",
			"BSD-3-Clause-flex": "BSD 3-Clause Flex variant",
			"BSD-3-Clause-HP": "Hewlett-Packard BSD variant license",
			"BSD-3-Clause-LBNL": "Lawrence Berkeley National Labs BSD variant license",
			"BSD-3-Clause-Modification": "BSD 3-Clause Modification",
			"BSD-3-Clause-No-Military-License": "BSD 3-Clause No Military License",
			"BSD-3-Clause-No-Nuclear-License": "BSD 3-Clause No Nuclear License",
			"BSD-3-Clause-No-Nuclear-License-2014": "BSD 3-Clause No Nuclear License 2014",
			"BSD-3-Clause-No-Nuclear-Warranty": "BSD 3-Clause No Nuclear Warranty",
			"BSD-3-Clause-Open-MPI": "BSD 3-Clause Open MPI variant",
			"BSD-3-Clause-OpenWebUI": "BSD 3-Clause - OpenWebUI variant",
			"BSD-3-Clause-Sun": "BSD 3-Clause Sun Microsystems",
			"BSD-3-Clause-Tso": "BSD 3-Clause Tso variant",
			"BSD-4-Clause": "BSD 4-Clause \"Original\" or \"Old\" License",
			"BSD-4-Clause-Shortened": "BSD 4 Clause Shortened",
			"BSD-4-Clause-UC": "BSD-4-Clause (University of California-Specific)",
			"BSD-4.3RENO": "BSD 4.3 RENO License",
			"BSD-4.3TAHOE": "BSD 4.3 TAHOE License",
			"BSD-Advertising-Acknowledgement": "BSD Advertising Acknowledgement License",
			"BSD-ask-to-endorse": "BSD - ask to endorse",
			"BSD-Attribution-HPND-disclaimer": "BSD with Attribution and HPND disclaimer",
			"BSD-Inferno-Nettverk": "BSD-Inferno-Nettverk",
			"BSD-Mark-Modifications": "BSD Mark Modifications License",
			"BSD-Protection": "BSD Protection License",
			"BSD-Source-alt-GPL": "BSD Source Code Attribution - GPL alternative",
			"BSD-Source-beginning-file": "BSD Source Code Attribution - beginning of file variant",
			"BSD-Source-Code": "BSD Source Code Attribution",
			"BSD-Source-Code-no-disclaimer": "BSD Source Code Attribution - no disclaimer",
			"BSD-Systemics": "Systemics BSD variant license",
			"BSD-Systemics-W3Works": "Systemics W3Works BSD variant license",
			"BSL-1.0": "Boost Software License 1.0",
			"Buddy": "Buddy License",
			"Bugroff": "Bugroff License",
			"BUSL-1.1": "Business Source License 1.1",
			"bzip2-1.0.5": "bzip2 and libbzip2 License v1.0.5",
			"bzip2-1.0.6": "bzip2 and libbzip2 License v1.0.6",
			"C-UDA-1.0": "Computational Use of Data Agreement v1.0",
			"CAL-1.0": "Cryptographic Autonomy License 1.0",
			"CAL-1.0-Combined-Work-Exception": "Cryptographic Autonomy License 1.0 (Combined Work Exception)",
			"Caldera": "Caldera License",
			"Caldera-no-preamble": "Caldera License (without preamble)",
			"CAPEC-tou": "Common Attack    Pattern Enumeration and Classification License",
			"Catharon": "Catharon License",
			"CATOSL-1.1": "Computer Associates Trusted Open Source License 1.1",
			"CC-BY-1.0": "Creative Commons Attribution 1.0 Generic",
			"CC-BY-2.0": "Creative Commons Attribution 2.0 Generic",
			"CC-BY-2.5": "Creative Commons Attribution 2.5 Generic",
			"CC-BY-2.5-AU": "Creative Commons Attribution 2.5 Australia",
			"CC-BY-3.0": "Creative Commons Attribution 3.0 Unported",
			"CC-BY-3.0-AT": "Creative Commons Attribution 3.0 Austria",
			"CC-BY-3.0-AU": "Creative Commons Attribution 3.0 Australia",
			"CC-BY-3.0-DE": "Creative Commons Attribution 3.0 Germany",
			"CC-BY-3.0-IGO": "Creative Commons Attribution 3.0 IGO",
			"CC-BY-3.0-NL": "Creative Commons Attribution 3.0 Netherlands",
			"CC-BY-3.0-US": "Creative Commons Attribution 3.0 United States",
			"CC-BY-4.0": "Creative Commons Attribution 4.0 International",
			"CC-BY-NC-1.0": "Creative Commons Attribution Non Commercial 1.0 Generic",
			"CC-BY-NC-2.0": "Creative Commons Attribution Non Commercial 2.0 Generic",
			"CC-BY-NC-2.5": "Creative Commons Attribution Non Commercial 2.5 Generic",
			"CC-BY-NC-3.0": "Creative Commons Attribution Non Commercial 3.0 Unported",
			"CC-BY-NC-3.0-DE": "Creative Commons Attribution Non Commercial 3.0 Germany",
			"CC-BY-NC-3.0-IGO": "Creative Commons Attribution Non Commercial 3.0 IGO",
			"CC-BY-NC-4.0": "Creative Commons Attribution Non Commercial 4.0 International",
			"CC-BY-NC-ND-1.0": "Creative Commons Attribution Non Commercial No Derivatives 1.0 Generic",
			"CC-BY-NC-ND-2.0": "Creative Commons Attribution Non Commercial No Derivatives 2.0 Generic",
			"CC-BY-NC-ND-2.5": "Creative Commons Attribution Non Commercial No Derivatives 2.5 Generic",
			"CC-BY-NC-ND-3.0": "Creative Commons Attribution Non Commercial No Derivatives 3.0 Unported",
			"CC-BY-NC-ND-3.0-DE": "Creative Commons Attribution Non Commercial No Derivatives 3.0 Germany",
			"CC-BY-NC-ND-3.0-IGO": "Creative Commons Attribution Non Commercial No Derivatives 3.0 IGO",
			"CC-BY-NC-ND-4.0": "Creative Commons Attribution Non Commercial No Derivatives 4.0 International",
			"CC-BY-NC-SA-1.0": "Creative Commons Attribution Non Commercial Share Alike 1.0 Generic",
			"CC-BY-NC-SA-2.0": "Creative Commons Attribution Non Commercial Share Alike 2.0 Generic",
			"CC-BY-NC-SA-2.0-DE": "Creative Commons Attribution Non Commercial Share Alike 2.0 Germany",
			"CC-BY-NC-SA-2.0-FR": "Creative Commons Attribution-NonCommercial-ShareAlike 2.0 France",
			"CC-BY-NC-SA-2.0-UK": "Creative Commons Attribution Non Commercial Share Alike 2.0 England and Wales",
			"CC-BY-NC-SA-2.5": "Creative Commons Attribution Non Commercial Share Alike 2.5 Generic",
			"CC-BY-NC-SA-3.0": "Creative Commons Attribution Non Commercial Share Alike 3.0 Unported",
			"CC-BY-NC-SA-3.0-DE": "Creative Commons Attribution Non Commercial Share Alike 3.0 Germany",
			"CC-BY-NC-SA-3.0-IGO": "Creative Commons Attribution Non Commercial Share Alike 3.0 IGO",
			"CC-BY-NC-SA-4.0": "Creative Commons Attribution Non Commercial Share Alike 4.0 International",
			"CC-BY-ND-1.0": "Creative Commons Attribution No Derivatives 1.0 Generic",
			"CC-BY-ND-2.0": "Creative Commons Attribution No Derivatives 2.0 Generic",
			"CC-BY-ND-2.5": "Creative Commons Attribution No Derivatives 2.5 Generic",
			"CC-BY-ND-3.0": "Creative Commons Attribution No Derivatives 3.0 Unported",
			"CC-BY-ND-3.0-DE": "Creative Commons Attribution No Derivatives 3.0 Germany",
			"CC-BY-ND-4.0": "Creative Commons Attribution No Derivatives 4.0 International",
			"CC-BY-SA-1.0": "Creative Commons Attribution Share Alike 1.0 Generic",
			"CC-BY-SA-2.0": "Creative Commons Attribution Share Alike 2.0 Generic",
			"CC-BY-SA-2.0-UK": "Creative Commons Attribution Share Alike 2.0 England and Wales",
			"CC-BY-SA-2.1-JP": "Creative Commons Attribution Share Alike 2.1 Japan",
			"CC-BY-SA-2.5": "Creative Commons Attribution Share Alike 2.5 Generic",
			"CC-BY-SA-3.0": "Creative Commons Attribution Share Alike 3.0 Unported",
			"CC-BY-SA-3.0-AT": "Creative Commons Attribution Share Alike 3.0 Austria",
			"CC-BY-SA-3.0-DE": "Creative Commons Attribution Share Alike 3.0 Germany",
			"CC-BY-SA-3.0-IGO": "Creative Commons Attribution-ShareAlike 3.0 IGO",
			"CC-BY-SA-4.0": "Creative Commons Attribution Share Alike 4.0 International",
			"CC-PDDC": "Creative Commons Public Domain Dedication and Certification",
			"CC-PDM-1.0": "Creative    Commons Public Domain Mark 1.0 Universal",
			"CC-SA-1.0": "Creative Commons Share Alike 1.0 Generic",
			"CC0-1.0": "Creative Commons Zero v1.0 Universal",
			"CDDL-1.0": "Common Development and Distribution License 1.0",
			"CDDL-1.1": "Common Development and Distribution License 1.1",
			"CDL-1.0": "Common Documentation License 1.0",
			"CDLA-Permissive-1.0": "Community Data License Agreement Permissive 1.0",
			"CDLA-Permissive-2.0": "Community Data License Agreement Permissive 2.0",
			"CDLA-Sharing-1.0": "Community Data License Agreement Sharing 1.0",
			"CECILL-1.0": "CeCILL Free Software License Agreement v1.0",
			"CECILL-1.1": "CeCILL Free Software License Agreement v1.1",
			"CECILL-2.0": "CeCILL Free Software License Agreement v2.0",
			"CECILL-2.1": "CeCILL Free Software License Agreement v2.1",
			"CECILL-B": "CeCILL-B Free Software License Agreement",
			"CECILL-C": "CeCILL-C Free Software License Agreement",
			"CERN-OHL-1.1": "CERN Open Hardware Licence v1.1",
			"CERN-OHL-1.2": "CERN Open Hardware Licence v1.2",
			"CERN-OHL-P-2.0": "CERN Open Hardware Licence Version 2 - Permissive",
			"CERN-OHL-S-2.0": "CERN Open Hardware Licence Version 2 - Strongly Reciprocal",
			"CERN-OHL-W-2.0": "CERN Open Hardware Licence Version 2 - Weakly Reciprocal",
			"CFITSIO": "CFITSIO License",
			"check-cvs": "check-cvs License",
			"checkmk": "Checkmk License",
			"ClArtistic": "Clarified Artistic License",
			"Clips": "Clips License",
			"CMU-Mach": "CMU Mach License",
			"CMU-Mach-nodoc": "CMU    Mach - no notices-in-documentation variant",
			"CNRI-Jython": "CNRI Jython License",
			"CNRI-Python": "CNRI Python License",
			"CNRI-Python-GPL-Compatible": "CNRI Python Open Source GPL Compatible License Agreement",
			"COIL-1.0": "Copyfree Open Innovation License",
			"Community-Spec-1.0": "Community Specification License 1.0",
			"Condor-1.1": "Condor Public License v1.1",
			"copyleft-next-0.3.0": "copyleft-next 0.3.0",
			"copyleft-next-0.3.1": "copyleft-next 0.3.1",
			"Cornell-Lossless-JPEG": "Cornell Lossless JPEG License",
			"CPAL-1.0": "Common Public Attribution License 1.0",
			"CPL-1.0": "Common Public License 1.0",
			"CPOL-1.02": "Code Project Open License 1.02",
			"Cronyx": "Cronyx License",
			"Crossword": "Crossword License",
			"CryptoSwift": "CryptoSwift License",
			"CrystalStacker": "CrystalStacker License",
			"CUA-OPL-1.0": "CUA Office Public License v1.0",
			"Cube": "Cube License",
			"curl": "curl License",
			"cve-tou": "Common Vulnerability Enumeration ToU License",
			"D-FSL-1.0": "Deutsche Freie Software Lizenz",
			"DEC-3-Clause": "DEC 3-Clause License",
			"diffmark": "diffmark license",
			"DL-DE-BY-2.0": "Data licence Germany \u2013 attribution \u2013 version 2.0",
			"DL-DE-ZERO-2.0": "Data licence Germany \u2013 zero \u2013 version 2.0",
			"DOC": "DOC License",
			"DocBook-DTD": "DocBook DTD License",
			"DocBook-Schema": "DocBook Schema License",
			"DocBook-Stylesheet": "DocBook Stylesheet License",
			"DocBook-XML": "DocBook XML License",
			"Dotseqn": "Dotseqn License",
			"DRL-1.0": "Detection Rule License 1.0",
			"DRL-1.1": "Detection Rule License 1.1",
			"DSDP": "DSDP License",
			"dtoa": "David M. Gay dtoa License",
			"dvipdfm": "dvipdfm License",
			"ECL-1.0": "Educational Community License v1.0",
			"ECL-2.0": "Educational Community License v2.0",
			"eCos-2.0": "eCos license version 2.0",
			"EFL-1.0": "Eiffel Forum License v1.0",
			"EFL-2.0": "Eiffel Forum License v2.0",
			"eGenix": "eGenix.com Public License 1.1.0",
			"Elastic-2.0": "Elastic License 2.0",
			"Entessa": "Entessa Public License v1.0",
			"EPICS": "EPICS Open License",
			"EPL-1.0": "Eclipse Public License 1.0",
			"EPL-2.0": "Eclipse Public License 2.0",
			"ErlPL-1.1": "Erlang Public License v1.1",
			"ESA-PL-permissive-2.4": "European Space Agency Public License \u2013 v2.4 \u2013 Permissive (Type 3)",
			"ESA-PL-strong-copyleft-2.4": "European Space Agency Public License (ESA-PL) - V2.4 - Strong Copyleft (Type 1)",
			"ESA-PL-weak-copyleft-2.4": "European Space Agency Public License \u2013 v2.4 \u2013 Weak Copyleft (Type 2)",
			"etalab-2.0": "Etalab Open License 2.0",
			"EUDatagrid": "EU DataGrid Software License",
			"EUPL-1.0": "European Union Public License 1.0",
			"EUPL-1.1": "European Union Public License 1.1",
			"EUPL-1.2": "European Union Public License 1.2",
			"Eurosym": "Eurosym License",
			"Fair": "Fair License",
			"FBM": "Fuzzy Bitmap License",
			"FDK-AAC": "Fraunhofer FDK AAC Codec Library",
			"FDK-MPEG-H": "Fraunhofer FDK MPEG-H Software",
			"Ferguson-Twofish": "Ferguson Twofish License",
			"Frameworx-1.0": "Frameworx Open License 1.0",
			"FreeBSD-DOC": "FreeBSD Documentation License",
			"FreeImage": "FreeImage Public License v1.0",
			"FSFAP": "FSF All Permissive License",
			"FSFAP-no-warranty-disclaimer": "FSF All Permissive License (without Warranty)",
			"FSFUL": "FSF Unlimited License",
			"FSFULLR": "FSF Unlimited License (with License Retention)",
			"FSFULLRSD": "FSF Unlimited License (with License Retention and Short Disclaimer)",
			"FSFULLRWD": "FSF Unlimited License (With License Retention and Warranty Disclaimer)",
			"FSL-1.1-ALv2": "Functional Source License, Version 1.1, ALv2 Future License",
			"FSL-1.1-MIT": "Functional Source License, Version 1.1, MIT Future License",
			"FTL": "Freetype Project License",
			"Furuseth": "Furuseth License",
			"fwlw": "fwlw License",
			"Game-Programming-Gems": "Game Programming Gems License",
			"GCR-docs": "Gnome GCR Documentation License",
			"GD": "GD License",
			"generic-xts": "Generic XTS License",
			"GFDL-1.1": "GNU Free Documentation License v1.1",
			"GFDL-1.1-invariants-only": "GNU Free Documentation License v1.1 only - invariants",
			"GFDL-1.1-invariants-or-later": "GNU Free Documentation License v1.1 or later - invariants",
			"GFDL-1.1-no-invariants-only": "GNU Free Documentation License v1.1 only - no invariants",
			"GFDL-1.1-no-invariants-or-later": "GNU Free Documentation License v1.1 or later - no invariants",
			"GFDL-1.1-only": "GNU Free Documentation License v1.1 only",
			"GFDL-1.1-or-later": "GNU Free Documentation License v1.1 or later",
			"GFDL-1.2": "GNU Free Documentation License v1.2",
			"GFDL-1.2-invariants-only": "GNU Free Documentation License v1.2 only - invariants",
			"GFDL-1.2-invariants-or-later": "GNU Free Documentation License v1.2 or later - invariants",
			"GFDL-1.2-no-invariants-only": "GNU Free Documentation License v1.2 only - no invariants",
			"GFDL-1.2-no-invariants-or-later": "GNU Free Documentation License v1.2 or later - no invariants",
			"GFDL-1.2-only": "GNU Free Documentation License v1.2 only",
			"GFDL-1.2-or-later": "GNU Free Documentation License v1.2 or later",
			"GFDL-1.3": "GNU Free Documentation License v1.3",
			"GFDL-1.3-invariants-only": "GNU Free Documentation License v1.3 only - invariants",
			"GFDL-1.3-invariants-or-later": "GNU Free Documentation License v1.3 or later - invariants",
			"GFDL-1.3-no-invariants-only": "GNU Free Documentation License v1.3 only - no invariants",
			"GFDL-1.3-no-invariants-or-later": "GNU Free Documentation License v1.3 or later - no invariants",
			"GFDL-1.3-only": "GNU Free Documentation License v1.3 only",
			"GFDL-1.3-or-later": "GNU Free Documentation License v1.3 or later",
			"Giftware": "Giftware License",
			"GL2PS": "GL2PS License",
			"Glide": "3dfx Glide License",
			"Glulxe": "Glulxe License",
			"GLWTPL": "Good Luck With That Public License",
			"gnuplot": "gnuplot License",
			"GPL-1.0": "GNU General Public License v1.0 only",
			"GPL-1.0+": "GNU General Public License v1.0 or later",
			"GPL-1.0-only": "GNU General Public License v1.0 only",
			"GPL-1.0-or-later": "GNU General Public License v1.0 or later",
			"GPL-2.0": "GNU General Public License v2.0 only",
			"GPL-2.0+": "GNU General Public License v2.0 or later",
			"GPL-2.0-only": "GNU General Public License v2.0 only",
			"GPL-2.0-or-later": "GNU General Public License v2.0 or later",
			"GPL-2.0-with-autoconf-exception": "GNU General Public License v2.0 w/Autoconf exception",
			"GPL-2.0-with-bison-exception": "GNU General Public License v2.0 w/Bison exception",
			"GPL-2.0-with-classpath-exception": "GNU General Public License v2.0 w/Classpath exception",
			"GPL-2.0-with-font-exception": "GNU General Public License v2.0 w/Font exception",
			"GPL-2.0-with-GCC-exception": "GNU General Public License v2.0 w/GCC Runtime Library exception",
			"GPL-3.0": "GNU General Public License v3.0 only",
			"GPL-3.0+": "GNU General Public License v3.0 or later",
			"GPL-3.0-only": "GNU General Public License v3.0 only",
			"GPL-3.0-or-later": "GNU General Public License v3.0 or later",
			"GPL-3.0-with-autoconf-exception": "GNU General Public License v3.0 w/Autoconf exception",
			"GPL-3.0-with-GCC-exception": "GNU General Public License v3.0 w/GCC Runtime Library exception",
			"Graphics-Gems": "Graphics Gems License",
			"gSOAP-1.3b": "gSOAP Public License v1.3b",
			"gtkbook": "gtkbook License",
			"Gutmann": "Gutmann License",
			"HaskellReport": "Haskell Language Report License",
			"HDF5": "HDF5 License",
			"hdparm": "hdparm License",
			"HIDAPI": "HIDAPI License",
			"Hippocratic-2.1": "Hippocratic License 2.1",
			"Hippocratic-3.0-core": "Hippocratic License 3.0",
			"HP-1986": "Hewlett-Packard 1986 License",
			"HP-1989": "Hewlett-Packard 1989 License",
			"HPND": "Historical Permission Notice and Disclaimer",
			"HPND-DEC": "Historical Permission Notice and Disclaimer - DEC variant",
			"HPND-doc": "Historical Permission Notice and Disclaimer - documentation variant",
			"HPND-doc-sell": "Historical Permission Notice and Disclaimer - documentation sell variant",
			"HPND-export-US": "HPND with US Government export control warning",
			"HPND-export-US-acknowledgement": "HPND with US Government export control warning and acknowledgment",
			"HPND-export-US-modify": "HPND with US Government export control warning and modification rqmt",
			"HPND-export2-US": "HPND with US Government export control and 2 disclaimers",
			"HPND-Fenneberg-Livingston": "Historical Permission Notice and Disclaimer - Fenneberg-Livingston variant",
			"HPND-INRIA-IMAG": "Historical Permission Notice and Disclaimer    - INRIA-IMAG variant",
			"HPND-Intel": "Historical Permission Notice and Disclaimer - Intel variant",
			"HPND-Kevlin-Henney": "Historical Permission Notice and Disclaimer - Kevlin Henney variant",
			"HPND-Markus-Kuhn": "Historical Permission Notice and Disclaimer - Markus Kuhn variant",
			"HPND-merchantability-variant": "Historical Permission Notice and Disclaimer - merchantability variant",
			"HPND-MIT-disclaimer": "Historical Permission Notice and Disclaimer with MIT disclaimer",
			"HPND-Netrek": "Historical Permission Notice and Disclaimer - Netrek variant",
			"HPND-Pbmplus": "Historical Permission Notice and Disclaimer - Pbmplus variant",
			"HPND-sell-MIT-disclaimer-xserver": "Historical Permission Notice and Disclaimer - sell xserver variant with MIT disclaimer",
			"HPND-sell-regexpr": "Historical Permission Notice and Disclaimer - sell regexpr variant",
			"HPND-sell-variant": "Historical Permission Notice and Disclaimer - sell variant",
			"HPND-sell-variant-critical-systems": "HPND - sell variant with safety critical systems clause",
			"HPND-sell-variant-MIT-disclaimer": "HPND sell variant with MIT disclaimer",
			"HPND-sell-variant-MIT-disclaimer-rev": "HPND sell variant with MIT disclaimer - reverse",
			"HPND-SMC": "Historical Permission Notice and Disclaimer - SMC variant",
			"HPND-UC": "Historical Permission Notice and Disclaimer - University of California variant",
			"HPND-UC-export-US": "Historical Permission Notice and Disclaimer - University of California, US export warning",
			"HTMLTIDY": "HTML Tidy License",
			"hyphen-bulgarian": "hyphen-bulgarian License",
			"IBM-pibs": "IBM PowerPC Initialization and Boot Software",
			"ICU": "ICU License",
			"IEC-Code-Components-EULA": "IEC    Code Components End-user licence agreement",
			"IJG": "Independent JPEG Group License",
			"IJG-short": "Independent JPEG Group License - short",
			"ImageMagick": "ImageMagick License",
			"iMatix": "iMatix Standard Function Library Agreement",
			"Imlib2": "Imlib2 License",
			"Info-ZIP": "Info-ZIP License",
			"Informatica": "Informatica License",
			"Inner-Net-2.0": "Inner Net License v2.0",
			"InnoSetup": "Inno Setup License",
			"Intel": "Intel Open Source License",
			"Intel-ACPI": "Intel ACPI Software License Agreement",
			"Interbase-1.0": "Interbase Public License v1.0",
			"IPA": "IPA Font License",
			"IPL-1.0": "IBM Public License v1.0",
			"ISC": "ISC License",
			"ISC-Veillard": "ISC Veillard variant",
			"ISO-permission": "ISO permission notice",
			"Jam": "Jam License",
			"JasPer-2.0": "JasPer License",
			"jove": "Jove License",
			"JPL-image": "JPL Image Use Policy",
			"JPNIC": "Japan Network Information Center License",
			"JSON": "JSON License",
			"Kastrup": "Kastrup License",
			"Kazlib": "Kazlib License",
			"Knuth-CTAN": "Knuth CTAN License",
			"LAL-1.2": "Licence Art Libre 1.2",
			"LAL-1.3": "Licence Art Libre 1.3",
			"Latex2e": "Latex2e License",
			"Latex2e-translated-notice": "Latex2e with translated notice permission",
			"Leptonica": "Leptonica License",
			"LGPL-2.0": "GNU Library General Public License v2 only",
			"LGPL-2.0+": "GNU Library General Public License v2 or later",
			"LGPL-2.0-only": "GNU Library General Public License v2 only",
			"LGPL-2.0-or-later": "GNU Library General Public License v2 or later",
			"LGPL-2.1": "GNU Lesser General Public License v2.1 only",
			"LGPL-2.1+": "GNU Lesser General Public License v2.1 or later",
			"LGPL-2.1-only": "GNU Lesser General Public License v2.1 only",
			"LGPL-2.1-or-later": "GNU Lesser General Public License v2.1 or later",
			"LGPL-3.0": "GNU Lesser General Public License v3.0 only",
			"LGPL-3.0+": "GNU Lesser General Public License v3.0 or later",
			"LGPL-3.0-only": "GNU Lesser General Public License v3.0 only",
			"LGPL-3.0-or-later": "GNU Lesser General Public License v3.0 or later",
			"LGPLLR": "Lesser General Public License For Linguistic Resources",
			"Libpng": "libpng License",
			"libpng-1.6.35": "PNG Reference Library License v1 (for libpng 0.5 through 1.6.35)",
			"libpng-2.0": "PNG Reference Library version 2",
			"libselinux-1.0": "libselinux public domain notice",
			"libtiff": "libtiff License",
			"libutil-David-Nugent": "libutil David Nugent License",
			"LiLiQ-P-1.1": "Licence Libre du Qu\u00e9bec \u2013 Permissive version 1.1",
			"LiLiQ-R-1.1": "Licence Libre du Qu\u00e9bec \u2013 R\u00e9ciprocit\u00e9 version 1.1",
			"LiLiQ-Rplus-1.1": "Licence Libre du Qu\u00e9bec \u2013 R\u00e9ciprocit\u00e9 forte version 1.1",
			"Linux-man-pages-1-para": "Linux man-pages - 1 paragraph",
			"Linux-man-pages-copyleft": "Linux man-pages Copyleft",
			"Linux-man-pages-copyleft-2-para": "Linux man-pages Copyleft - 2 paragraphs",
			"Linux-man-pages-copyleft-var": "Linux man-pages Copyleft Variant",
			"Linux-OpenIB": "Linux Kernel Variant of OpenIB.org license",
			"LOOP": "Common Lisp LOOP License",
			"LPD-document": "LPD Documentation License",
			"LPL-1.0": "Lucent Public License Version 1.0",
			"LPL-1.02": "Lucent Public License v1.02",
			"LPPL-1.0": "LaTeX Project Public License v1.0",
			"LPPL-1.1": "LaTeX Project Public License v1.1",
			"LPPL-1.2": "LaTeX Project Public License v1.2",
			"LPPL-1.3a": "LaTeX Project Public License v1.3a",
			"LPPL-1.3c": "LaTeX Project Public License v1.3c",
			"lsof": "lsof License",
			"Lucida-Bitmap-Fonts": "Lucida Bitmap Fonts License",
			"LZMA-SDK-9.11-to-9.20": "LZMA SDK License (versions 9.11 to 9.20)",
			"LZMA-SDK-9.22": "LZMA SDK License (versions 9.22 and beyond)",
			"Mackerras-3-Clause": "Mackerras 3-Clause License",
			"Mackerras-3-Clause-acknowledgment": "Mackerras 3-Clause - acknowledgment variant",
			"magaz": "magaz License",
			"mailprio": "mailprio License",
			"MakeIndex": "MakeIndex License",
			"man2html": "man2html License",
			"Martin-Birgmeier": "Martin Birgmeier License",
			"McPhee-slideshow": "McPhee Slideshow License",
			"metamail": "metamail License",
			"Minpack": "Minpack License",
			"MIPS": "MIPS License",
			"MirOS": "The MirOS Licence",
			"MIT": "MIT License",
			"MIT-0": "MIT No Attribution",
			"MIT-advertising": "Enlightenment License (e16)",
			"MIT-Click": "MIT Click License",
			"MIT-CMU": "CMU License",
			"MIT-enna": "enna License",
			"MIT-feh": "feh License",
			"MIT-Festival": "MIT Festival Variant",
			"MIT-Khronos-old": "MIT Khronos - old variant",
			"MIT-Modern-Variant": "MIT License Modern Variant",
			"MIT-open-group": "MIT Open Group variant",
			"MIT-STK": "MIT-STK License",
			"MIT-testregex": "MIT testregex Variant",
			"MIT-Wu": "MIT Tom Wu Variant",
			"MITNFA": "MIT +no-false-attribs license",
			"MMIXware": "MMIXware License",
			"MMPL-1.0.1": "Minecraft Mod Public License v1.0.1",
			"Motosoto": "Motosoto License",
			"MPEG-SSG": "MPEG Software Simulation",
			"mpi-permissive": "mpi Permissive License",
			"mpich2": "mpich2 License",
			"MPL-1.0": "Mozilla Public License 1.0",
			"MPL-1.1": "Mozilla Public License 1.1",
			"MPL-2.0": "Mozilla Public License 2.0",
			"MPL-2.0-no-copyleft-exception": "Mozilla Public License 2.0 (no copyleft exception)",
			"mplus": "mplus Font License",
			"MS-LPL": "Microsoft Limited Public License",
			"MS-PL": "Microsoft Public License",
			"MS-RL": "Microsoft Reciprocal License",
			"MTLL": "Matrix Template Library License",
			"MulanPSL-1.0": "Mulan Permissive Software License, Version 1",
			"MulanPSL-2.0": "Mulan Permissive Software License, Version 2",
			"Multics": "Multics License",
			"Mup": "Mup License",
			"MVT-1.1": "MVT License 1.1",
			"NAIST-2003": "Nara Institute of Science and Technology License (2003)",
			"NASA-1.3": "NASA Open Source Agreement 1.3",
			"Naumen": "Naumen Public License",
			"NBPL-1.0": "Net Boolean Public License v1",
			"NCBI-PD": "NCBI Public Domain Notice",
			"NCGL-UK-2.0": "Non-Commercial Government Licence",
			"NCL": "NCL Source Code License",
			"NCSA": "University of Illinois/NCSA Open Source License",
			"Net-SNMP": "Net-SNMP License",
			"NetCDF": "NetCDF license",
			"Newsletr": "Newsletr License",
			"NGPL": "Nethack General Public License",
			"ngrep": "ngrep License",
			"NICTA-1.0": "NICTA Public Software License, Version 1.0",
			"NIST-PD": "NIST Public Domain Notice",
			"NIST-PD-fallback": "NIST Public Domain Notice with license fallback",
			"NIST-PD-TNT": "NIST    Public Domain Notice TNT variant",
			"NIST-Software": "NIST Software License",
			"NLOD-1.0": "Norwegian Licence for Open Government Data (NLOD) 1.0",
			"NLOD-2.0": "Norwegian Licence for Open Government Data (NLOD) 2.0",
			"NLPL": "No Limit Public License",
			"Nokia": "Nokia Open Source License",
			"NOSL": "Netizen Open Source License",
			"Noweb": "Noweb License",
			"NPL-1.0": "Netscape Public License v1.0",
			"NPL-1.1": "Netscape Public License v1.1",
			"NPOSL-3.0": "Non-Profit Open Software License 3.0",
			"NRL": "NRL License",
			"NTIA-PD": "NTIA Public Domain Notice",
			"NTP": "NTP License",
			"NTP-0": "NTP No Attribution",
			"Nunit": "Nunit License",
			"O-UDA-1.0": "Open Use of Data Agreement v1.0",
			"OAR": "OAR License",
			"OCCT-PL": "Open CASCADE Technology Public License",
			"OCLC-2.0": "OCLC Research Public License 2.0",
			"ODbL-1.0": "Open Data Commons Open Database License v1.0",
			"ODC-By-1.0": "Open Data Commons Attribution License v1.0",
			"OFFIS": "OFFIS License",
			"OFL-1.0": "SIL Open Font License 1.0",
			"OFL-1.0-no-RFN": "SIL Open Font License 1.0 with no Reserved Font Name",
			"OFL-1.0-RFN": "SIL Open Font License 1.0 with Reserved Font Name",
			"OFL-1.1": "SIL Open Font License 1.1",
			"OFL-1.1-no-RFN": "SIL Open Font License 1.1 with no Reserved Font Name",
			"OFL-1.1-RFN": "SIL Open Font License 1.1 with Reserved Font Name",
			"OGC-1.0": "OGC Software License, Version 1.0",
			"OGDL-Taiwan-1.0": "Taiwan Open Government Data License, version 1.0",
			"OGL-Canada-2.0": "Open Government Licence - Canada",
			"OGL-UK-1.0": "Open Government Licence v1.0",
			"OGL-UK-2.0": "Open Government Licence v2.0",
			"OGL-UK-3.0": "Open Government Licence v3.0",
			"OGTSL": "Open Group Test Suite License",
			"OLDAP-1.1": "Open LDAP Public License v1.1",
			"OLDAP-1.2": "Open LDAP Public License v1.2",
			"OLDAP-1.3": "Open LDAP Public License v1.3",
			"OLDAP-1.4": "Open LDAP Public License v1.4",
			"OLDAP-2.0": "Open LDAP Public License v2.0 (or possibly 2.0A and 2.0B)",
			"OLDAP-2.0.1": "Open LDAP Public License v2.0.1",
			"OLDAP-2.1": "Open LDAP Public License v2.1",
			"OLDAP-2.2": "Open LDAP Public License v2.2",
			"OLDAP-2.2.1": "Open LDAP Public License v2.2.1",
			"OLDAP-2.2.2": "Open LDAP Public License 2.2.2",
			"OLDAP-2.3": "Open LDAP Public License v2.3",
			"OLDAP-2.4": "Open LDAP Public License v2.4",
			"OLDAP-2.5": "Open LDAP Public License v2.5",
			"OLDAP-2.6": "Open LDAP Public License v2.6",
			"OLDAP-2.7": "Open LDAP Public License v2.7",
			"OLDAP-2.8": "Open LDAP Public License v2.8",
			"OLFL-1.3": "Open Logistics Foundation License Version 1.3",
			"OML": "Open Market License",
			"OpenMDW-1.0": "OpenMDW License Agreement v1.0",
			"OpenPBS-2.3": "OpenPBS v2.3 Software License",
			"OpenSSL": "OpenSSL License",
			"OpenSSL-standalone": "OpenSSL License - standalone",
			"OpenVision": "OpenVision License",
			"OPL-1.0": "Open Public License v1.0",
			"OPL-UK-3.0": "United    Kingdom Open Parliament Licence v3.0",
			"OPUBL-1.0": "Open Publication License v1.0",
			"OSC-1.0": "OSC License 1.0",
			"OSET-PL-2.1": "OSET Public License version 2.1",
			"OSL-1.0": "Open Software License 1.0",
			"OSL-1.1": "Open Software License 1.1",
			"OSL-2.0": "Open Software License 2.0",
			"OSL-2.1": "Open Software License 2.1",
			"OSL-3.0": "Open Software License 3.0",
			"OSSP": "OSSP License",
			"PADL": "PADL License",
			"ParaType-Free-Font-1.3": "ParaType Free Font Licensing Agreement v1.3",
			"Parity-6.0.0": "The Parity Public License 6.0.0",
			"Parity-7.0.0": "The Parity Public License 7.0.0",
			"PDDL-1.0": "Open Data Commons Public Domain Dedication & License 1.0",
			"PHP-3.0": "PHP License v3.0",
			"PHP-3.01": "PHP License v3.01",
			"Pixar": "Pixar License",
			"pkgconf": "pkgconf License",
			"Plexus": "Plexus Classworlds License",
			"pnmstitch": "pnmstitch License",
			"PolyForm-Noncommercial-1.0.0": "PolyForm Noncommercial License 1.0.0",
			"PolyForm-Small-Business-1.0.0": "PolyForm Small Business License 1.0.0",
			"PostgreSQL": "PostgreSQL License",
			"PPL": "Peer Production License",
			"PSF-2.0": "Python Software Foundation License 2.0",
			"psfrag": "psfrag License",
			"psutils": "psutils License",
			"Python-2.0": "Python License 2.0",
			"Python-2.0.1": "Python License 2.0.1",
			"python-ldap": "Python ldap License",
			"Qhull": "Qhull License",
			"QPL-1.0": "Q Public License 1.0",
			"QPL-1.0-INRIA-2004": "Q Public License 1.0 - INRIA 2004 variant",
			"radvd": "radvd License",
			"Rdisc": "Rdisc License",
			"RHeCos-1.1": "Red Hat eCos Public License v1.1",
			"RPL-1.1": "Reciprocal Public License 1.1",
			"RPL-1.5": "Reciprocal Public License 1.5",
			"RPSL-1.0": "RealNetworks Public Source License v1.0",
			"RSA-MD": "RSA Message-Digest License",
			"RSCPL": "Ricoh Source Code Public License",
			"Ruby": "Ruby License",
			"Ruby-pty": "Ruby pty extension license",
			"SAX-PD": "Sax Public Domain Notice",
			"SAX-PD-2.0": "Sax Public Domain Notice 2.0",
			"Saxpath": "Saxpath License",
			"SCEA": "SCEA Shared Source License",
			"SchemeReport": "Scheme Language Report License",
			"Sendmail": "Sendmail License",
			"Sendmail-8.23": "Sendmail License 8.23",
			"Sendmail-Open-Source-1.1": "Sendmail Open Source License v1.1",
			"SGI-B-1.0": "SGI Free Software License B v1.0",
			"SGI-B-1.1": "SGI Free Software License B v1.1",
			"SGI-B-2.0": "SGI Free Software License B v2.0",
			"SGI-OpenGL": "SGI OpenGL License",
			"SGMLUG-PM": "SGMLUG Parser Materials License",
			"SGP4": "SGP4 Permission Notice",
			"SHL-0.5": "Solderpad Hardware License v0.5",
			"SHL-0.51": "Solderpad Hardware License, Version 0.51",
			"SimPL-2.0": "Simple Public License 2.0",
			"SISSL": "Sun Industry Standards Source License v1.1",
			"SISSL-1.2": "Sun Industry Standards Source License v1.2",
			"SL": "SL License",
			"Sleepycat": "Sleepycat License",
			"SMAIL-GPL": "SMAIL General Public License",
			"SMLNJ": "Standard ML of New Jersey License",
			"SMPPL": "Secure Messaging Protocol Public License",
			"SNIA": "SNIA Public License 1.1",
			"snprintf": "snprintf License",
			"SOFA": "SOFA Software License",
			"softSurfer": "softSurfer License",
			"Soundex": "Soundex License",
			"Spencer-86": "Spencer License 86",
			"Spencer-94": "Spencer License 94",
			"Spencer-99": "Spencer License 99",
			"SPL-1.0": "Sun Public License v1.0",
			"ssh-keyscan": "ssh-keyscan License",
			"SSH-OpenSSH": "SSH OpenSSH license",
			"SSH-short": "SSH short notice",
			"SSLeay-standalone": "SSLeay License - standalone",
			"SSPL-1.0": "Server Side Public License, v 1",
			"StandardML-NJ": "Standard ML of New Jersey License",
			"SugarCRM-1.1.3": "SugarCRM Public License v1.1.3",
			"SUL-1.0": "Sustainable Use License v1.0",
			"Sun-PPP": "Sun PPP License",
			"Sun-PPP-2000": "Sun PPP License (2000)",
			"SunPro": "SunPro License",
			"SWL": "Scheme Widget Library (SWL) Software License Agreement",
			"swrule": "swrule License",
			"Symlinks": "Symlinks License",
			"TAPR-OHL-1.0": "TAPR Open Hardware License v1.0",
			"TCL": "TCL/TK License",
			"TCP-wrappers": "TCP Wrappers License",
			"TekHVC": "TekHVC License",
			"TermReadKey": "TermReadKey License",
			"TGPPL-1.0": "Transitive Grace Period Public Licence 1.0",
			"ThirdEye": "ThirdEye License",
			"threeparttable": "threeparttable License",
			"TMate": "TMate Open Source License",
			"TORQUE-1.1": "TORQUE v2.5+ Software License v1.1",
			"TOSL": "Trusster Open Source License",
			"TPDL": "Time::ParseDate License",
			"TPL-1.0": "THOR Public License 1.0",
			"TrustedQSL": "TrustedQSL License",
			"TTWL": "Text-Tabs+Wrap License",
			"TTYP0": "TTYP0 License",
			"TU-Berlin-1.0": "Technische Universitaet Berlin License 1.0",
			"TU-Berlin-2.0": "Technische Universitaet Berlin License 2.0",
			"Ubuntu-font-1.0": "Ubuntu Font Licence v1.0",
			"UCAR": "UCAR License",
			"UCL-1.0": "Upstream Compatibility License v1.0",
			"ulem": "ulem License",
			"UMich-Merit": "Michigan/Merit Networks License",
			"Unicode-3.0": "Unicode License v3",
			"Unicode-DFS-2015": "Unicode License Agreement - Data Files and Software (2015)",
			"Unicode-DFS-2016": "Unicode License Agreement - Data Files and Software (2016)",
			"Unicode-TOU": "Unicode Terms of Use",
			"UnixCrypt": "UnixCrypt License",
			"Unlicense": "The Unlicense",
			"Unlicense-libtelnet": "Unlicense - libtelnet variant",
			"Unlicense-libwhirlpool": "Unlicense - libwhirlpool variant",
			"UnRAR": "UnRAR License",
			"UPL-1.0": "Universal Permissive License v1.0",
			"URT-RLE": "Utah Raster Toolkit Run Length Encoded License",
			"Vim": "Vim License",
			"Vixie-Cron": "Vixie Cron License",
			"VOSTROM": "VOSTROM Public License for Open Source",
			"VSL-1.0": "Vovida Software License v1.0",
			"W3C": "W3C Software Notice and License (2002-12-31)",
			"W3C-19980720": "W3C Software Notice and License (1998-07-20)",
			"W3C-20150513": "W3C Software Notice and Document License (2015-05-13)",
			"w3m": "w3m License",
			"Watcom-1.0": "Sybase Open Watcom Public License 1.0",
			"Widget-Workshop": "Widget Workshop License",
			"WordNet": "WordNet License",
			"Wsuipa": "Wsuipa License",
			"WTFNMFPL": "Do What The F*ck You Want To But It's Not My Fault Public License",
			"WTFPL": "Do What The F*ck You Want To Public License",
			"wwl": "WWL License",
			"wxWindows": "wxWindows Library License",
			"X11": "X11 License",
			"X11-distribute-modifications-variant": "X11 License Distribution Modification Variant",
			"X11-no-permit-persons": "X11 no permit persons clause",
			"X11-swapped": "X11 swapped final paragraphs",
			"Xdebug-1.03": "Xdebug License v 1.03",
			"Xerox": "Xerox License",
			"Xfig": "Xfig License",
			"XFree86-1.1": "XFree86 License 1.1",
			"xinetd": "xinetd License",
			"xkeyboard-config-Zinoviev": "xkeyboard-config Zinoviev License",
			"xlock": "xlock License",
			"Xnet": "X.Net License",
			"xpp": "XPP License",
			"XSkat": "XSkat License",
			"xzoom": "xzoom License",
			"YPL-1.0": "Yahoo! Public License v1.0",
			"YPL-1.1": "Yahoo! Public License v1.1",
			"Zed": "Zed License",
			"Zeeff": "Zeeff License",
			"Zend-2.0": "Zend License v2.0",
			"Zimbra-1.3": "Zimbra Public License v1.3",
			"Zimbra-1.4": "Zimbra Public License v1.4",
			"Zlib": "zlib License",
			"zlib-acknowledgement": "zlib/libpng License with Acknowledgement",
			"ZPL-1.1": "Zope Public License 1.1",
			"ZPL-2.0": "Zope Public License 2.0",
			"ZPL-2.1": "Zope Public License 2.1",
			"389-exception": "389 Directory Server Exception",
			"Asterisk-exception": "Asterisk exception",
			"Asterisk-linking-protocols-exception": "Asterisk linking protocols exception",
			"Autoconf-exception-2.0": "Autoconf exception 2.0",
			"Autoconf-exception-3.0": "Autoconf exception 3.0",
			"Autoconf-exception-generic": "Autoconf generic exception",
			"Autoconf-exception-generic-3.0": "Autoconf generic exception for GPL-3.0",
			"Autoconf-exception-macro": "Autoconf macro exception",
			"Bison-exception-1.24": "Bison exception 1.24",
			"Bison-exception-2.2": "Bison exception 2.2",
			"Bootloader-exception": "Bootloader Distribution Exception",
			"CGAL-linking-exception": "CGAL Linking Exception",
			"Classpath-exception-2.0": "Classpath exception 2.0",
			"Classpath-exception-2.0-short": "Classpath exception 2.0 - short",
			"CLISP-exception-2.0": "CLISP exception 2.0",
			"cryptsetup-OpenSSL-exception": "cryptsetup OpenSSL exception",
			"Digia-Qt-LGPL-exception-1.1": "Digia Qt LGPL Exception version 1.1",
			"DigiRule-FOSS-exception": "DigiRule FOSS License Exception",
			"eCos-exception-2.0": "eCos exception 2.0",
			"erlang-otp-linking-exception": "Erlang/OTP Linking Exception",
			"Fawkes-Runtime-exception": "Fawkes Runtime Exception",
			"FLTK-exception": "FLTK exception",
			"fmt-exception": "fmt exception",
			"Font-exception-2.0": "Font exception 2.0",
			"freertos-exception-2.0": "FreeRTOS Exception 2.0",
			"GCC-exception-2.0": "GCC Runtime Library exception 2.0",
			"GCC-exception-2.0-note": "GCC    Runtime Library exception 2.0 - note variant",
			"GCC-exception-3.1": "GCC Runtime Library exception 3.1",
			"Gmsh-exception": "Gmsh exception",
			"GNAT-exception": "GNAT exception",
			"GNOME-examples-exception": "GNOME examples exception",
			"GNU-compiler-exception": "GNU Compiler Exception",
			"gnu-javamail-exception": "GNU JavaMail exception",
			"Google-Patent-WebM": "Google Additional IP Rights Grant (Patents) - WebM",
			"GPL-3.0-389-ds-base-exception": "GPL-3.0 389 DS Base Exception",
			"GPL-3.0-interface-exception": "GPL-3.0 Interface Exception",
			"GPL-3.0-linking-exception": "GPL-3.0 Linking Exception",
			"GPL-3.0-linking-source-exception": "GPL-3.0 Linking Exception (with Corresponding Source)",
			"GPL-CC-1.0": "GPL Cooperation Commitment 1.0",
			"GStreamer-exception-2005": "GStreamer Exception (2005)",
			"GStreamer-exception-2008": "GStreamer Exception (2008)",
			"harbour-exception": "harbour exception",
			"i2p-gpl-java-exception": "i2p GPL+Java Exception",
			"Independent-modules-exception": "Independent Module Linking exception",
			"KiCad-libraries-exception": "KiCad Libraries Exception",
			"kvirc-openssl-exception": "kvirc OpenSSL Exception",
			"LGPL-3.0-linking-exception": "LGPL-3.0 Linking Exception",
			"libpri-OpenH323-exception": "libpri OpenH323 exception",
			"Libtool-exception": "Libtool Exception",
			"Linux-syscall-note": "Linux Syscall Note",
			"LLGPL": "LLGPL Preamble",
			"LLVM-exception": "LLVM Exception",
			"LZMA-exception": "LZMA exception",
			"mif-exception": "Macros and Inline Functions Exception",
			"mxml-exception": "mxml Exception",
			"Nokia-Qt-exception-1.1": "Nokia Qt LGPL exception 1.1",
			"OCaml-LGPL-linking-exception": "OCaml LGPL Linking Exception",
			"OCCT-exception-1.0": "Open CASCADE Exception 1.0",
			"OpenJDK-assembly-exception-1.0": "OpenJDK Assembly exception 1.0",
			"openvpn-openssl-exception": "OpenVPN OpenSSL Exception",
			"PCRE2-exception": "PCRE2 exception",
			"polyparse-exception": "Polyparse Exception",
			"PS-or-PDF-font-exception-20170817": "PS/PDF font exception (2017-08-17)",
			"QPL-1.0-INRIA-2004-exception": "INRIA QPL 1.0 2004 variant exception",
			"Qt-GPL-exception-1.0": "Qt GPL exception 1.0",
			"Qt-LGPL-exception-1.1": "Qt LGPL exception 1.1",
			"Qwt-exception-1.0": "Qwt exception 1.0",
			"romic-exception": "Romic Exception",
			"RRDtool-FLOSS-exception-2.0": "RRDtool FLOSS exception 2.0",
			"rsync-linking-exception": "rsync Linking Exception",
			"SANE-exception": "SANE Exception",
			"SHL-2.0": "Solderpad Hardware License v2.0",
			"SHL-2.1": "Solderpad Hardware License v2.1",
			"Simple-Library-Usage-exception": "Simple Library Usage Exception",
			"Spelling-Provider-LGPL-exception": "Spelling Provider LGPL exception",
			"sqlitestudio-OpenSSL-exception": "sqlitestudio OpenSSL exception",
			"stunnel-exception": "stunnel Exception",
			"SWI-exception": "SWI exception",
			"Swift-exception": "Swift Exception",
			"Texinfo-exception": "Texinfo exception",
			"u-boot-exception-2.0": "U-Boot exception 2.0",
			"UBDL-exception": "Unmodified Binary Distribution exception",
			"Universal-FOSS-exception-1.0": "Universal FOSS Exception, Version 1.0",
			"vsftpd-openssl-exception": "vsftpd OpenSSL exception",
			"WxWindows-exception-3.1": "WxWindows Library Exception 3.1",
			"x11vnc-openssl-exception": "x11vnc OpenSSL Exception"
		}
	};
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/spdx.js
var require_spdx = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.isSupportedSpdxId = isSupportedSpdxId;
	exports.fixupSpdxId = fixupSpdxId;
	const spdx_SNAPSHOT_schema_json_1 = require_spdx_SNAPSHOT_schema();
	const spdxIds = new Set(spdx_SNAPSHOT_schema_json_1.enum);
	const spdxLowerToActual = Object.freeze(Object.fromEntries(spdx_SNAPSHOT_schema_json_1.enum.map((spdxId) => [spdxId.toLowerCase(), spdxId])));
	function isSupportedSpdxId(value) {
		return spdxIds.has(value);
	}
	function fixupSpdxId(value) {
		return typeof value === "string" && value.length > 0 ? spdxLowerToActual[value.toLowerCase()] : void 0;
	}
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/spec/enums.js
var require_enums = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.Format = exports.Version = void 0;
	var Version;
	(function(Version) {
		Version["v1dot7"] = "1.7";
		Version["v1dot6"] = "1.6";
		Version["v1dot5"] = "1.5";
		Version["v1dot4"] = "1.4";
		Version["v1dot3"] = "1.3";
		Version["v1dot2"] = "1.2";
		Version["v1dot1"] = "1.1";
		Version["v1dot0"] = "1.0";
	})(Version || (exports.Version = Version = {}));
	var Format;
	(function(Format) {
		Format["XML"] = "xml";
		Format["JSON"] = "json";
	})(Format || (exports.Format = Format = {}));
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/serialize/json/types.js
var require_types$1 = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.JsonSchema = void 0;
	var JsonSchema;
	(function(JsonSchema) {
		function isIriReference(value) {
			return typeof value === "string" && value.length > 0;
		}
		JsonSchema.isIriReference = isIriReference;
		function isIdnEmail(value) {
			return typeof value === "string" && value.length > 0;
		}
		JsonSchema.isIdnEmail = isIdnEmail;
	})(JsonSchema || (exports.JsonSchema = JsonSchema = {}));
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/serialize/json/normalize.js
var require_normalize$1 = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.VulnerabilityAnalysisNormalizer = exports.VulnerabilityAffectedVersionNormalizer = exports.VulnerabilityAffectNormalizer = exports.VulnerabilityCreditsNormalizer = exports.VulnerabilityAdvisoryNormalizer = exports.VulnerabilityRatingNormalizer = exports.VulnerabilityReferenceNormalizer = exports.VulnerabilitySourceNormalizer = exports.VulnerabilityNormalizer = exports.DependencyGraphNormalizer = exports.PropertyNormalizer = exports.AttachmentNormalizer = exports.ExternalReferenceNormalizer = exports.SWIDNormalizer = exports.LicenseNormalizer = exports.ComponentEvidenceNormalizer = exports.ServiceNormalizer = exports.ComponentNormalizer = exports.OrganizationalEntityNormalizer = exports.OrganizationalContactNormalizer = exports.HashNormalizer = exports.ToolsNormalizer = exports.ToolNormalizer = exports.LifecycleNormalizer = exports.MetadataNormalizer = exports.BomNormalizer = exports.Factory = void 0;
	const iterable_1 = require_iterable();
	const notUndefined_1 = require_notUndefined();
	const tree_1 = require_tree();
	const uri_1 = require_uri();
	const license_1 = require_license();
	const lifecycle_1 = require_lifecycle();
	const tool_1 = require_tool();
	const affect_1 = require_affect();
	const spdx_1 = require_spdx();
	const enums_1 = require_enums();
	const types_1 = require_types$1();
	var Factory = class {
		#spec;
		constructor(spec) {
			this.#spec = spec;
		}
		get spec() {
			return this.#spec;
		}
		makeForBom() {
			return new BomNormalizer(this);
		}
		makeForMetadata() {
			return new MetadataNormalizer(this);
		}
		makeForComponent() {
			return new ComponentNormalizer(this);
		}
		makeForService() {
			return new ServiceNormalizer(this);
		}
		makeForComponentEvidence() {
			return new ComponentEvidenceNormalizer(this);
		}
		makeForLifecycle() {
			return new LifecycleNormalizer(this);
		}
		makeForTool() {
			return new ToolNormalizer(this);
		}
		makeForTools() {
			return new ToolsNormalizer(this);
		}
		makeForOrganizationalContact() {
			return new OrganizationalContactNormalizer(this);
		}
		makeForOrganizationalEntity() {
			return new OrganizationalEntityNormalizer(this);
		}
		makeForHash() {
			return new HashNormalizer(this);
		}
		makeForLicense() {
			return new LicenseNormalizer(this);
		}
		makeForSWID() {
			return new SWIDNormalizer(this);
		}
		makeForExternalReference() {
			return new ExternalReferenceNormalizer(this);
		}
		makeForAttachment() {
			return new AttachmentNormalizer(this);
		}
		makeForProperty() {
			return new PropertyNormalizer(this);
		}
		makeForDependencyGraph() {
			return new DependencyGraphNormalizer(this);
		}
		makeForVulnerability() {
			return new VulnerabilityNormalizer(this);
		}
		makeForVulnerabilitySource() {
			return new VulnerabilitySourceNormalizer(this);
		}
		makeForVulnerabilityReference() {
			return new VulnerabilityReferenceNormalizer(this);
		}
		makeForVulnerabilityRating() {
			return new VulnerabilityRatingNormalizer(this);
		}
		makeForVulnerabilityAdvisory() {
			return new VulnerabilityAdvisoryNormalizer(this);
		}
		makeForVulnerabilityCredits() {
			return new VulnerabilityCreditsNormalizer(this);
		}
		makeForVulnerabilityAffect() {
			return new VulnerabilityAffectNormalizer(this);
		}
		makeForVulnerabilityAffectedVersion() {
			return new VulnerabilityAffectedVersionNormalizer(this);
		}
		makeForVulnerabilityAnalysis() {
			return new VulnerabilityAnalysisNormalizer(this);
		}
	};
	exports.Factory = Factory;
	const schemaUrl = /* @__PURE__ */ new Map([
		[enums_1.Version.v1dot7, "http://cyclonedx.org/schema/bom-1.7.schema.json"],
		[enums_1.Version.v1dot6, "http://cyclonedx.org/schema/bom-1.6.schema.json"],
		[enums_1.Version.v1dot5, "http://cyclonedx.org/schema/bom-1.5.schema.json"],
		[enums_1.Version.v1dot4, "http://cyclonedx.org/schema/bom-1.4.schema.json"],
		[enums_1.Version.v1dot3, "http://cyclonedx.org/schema/bom-1.3a.schema.json"],
		[enums_1.Version.v1dot2, "http://cyclonedx.org/schema/bom-1.2b.schema.json"]
	]);
	var BaseJsonNormalizer = class {
		_factory;
		constructor(factory) {
			this._factory = factory;
		}
		get factory() {
			return this._factory;
		}
	};
	var BomNormalizer = class extends BaseJsonNormalizer {
		normalize(data, options) {
			return {
				$schema: schemaUrl.get(this._factory.spec.version),
				bomFormat: "CycloneDX",
				specVersion: this._factory.spec.version,
				version: data.version,
				serialNumber: this.#isEligibleSerialNumber(data.serialNumber) ? data.serialNumber : void 0,
				metadata: this._factory.makeForMetadata().normalize(data.metadata, options),
				components: data.components.size > 0 ? this._factory.makeForComponent().normalizeIterable(data.components, options) : [],
				services: this._factory.spec.supportsServices && data.services.size > 0 ? this._factory.makeForService().normalizeIterable(data.services, options) : void 0,
				dependencies: this._factory.spec.supportsDependencyGraph ? this._factory.makeForDependencyGraph().normalize(data, options) : void 0,
				vulnerabilities: this._factory.spec.supportsVulnerabilities && data.vulnerabilities.size > 0 ? this._factory.makeForVulnerability().normalizeIterable(data.vulnerabilities, options) : void 0
			};
		}
		#isEligibleSerialNumber(v) {
			return v !== void 0 && /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(v);
		}
	};
	exports.BomNormalizer = BomNormalizer;
	var MetadataNormalizer = class extends BaseJsonNormalizer {
		normalize(data, options) {
			const orgEntityNormalizer = this._factory.makeForOrganizationalEntity();
			return {
				timestamp: data.timestamp?.toISOString(),
				lifecycles: this._factory.spec.supportsMetadataLifecycles && data.lifecycles.size > 0 ? this._factory.makeForLifecycle().normalizeIterable(data.lifecycles, options) : void 0,
				tools: data.tools.size > 0 ? this._factory.makeForTools().normalize(data.tools, options) : void 0,
				authors: data.authors.size > 0 ? this._factory.makeForOrganizationalContact().normalizeIterable(data.authors, options) : void 0,
				component: data.component === void 0 ? void 0 : this._factory.makeForComponent().normalize(data.component, options),
				manufacture: data.manufacture === void 0 ? void 0 : orgEntityNormalizer.normalize(data.manufacture, options),
				supplier: data.supplier === void 0 ? void 0 : orgEntityNormalizer.normalize(data.supplier, options),
				licenses: this._factory.spec.supportsMetadataLicenses && data.licenses.size > 0 ? this._factory.makeForLicense().normalizeIterable(data.licenses, options) : void 0,
				properties: this._factory.spec.supportsMetadataProperties && data.properties.size > 0 ? this._factory.makeForProperty().normalizeIterable(data.properties, options) : void 0
			};
		}
	};
	exports.MetadataNormalizer = MetadataNormalizer;
	var LifecycleNormalizer = class extends BaseJsonNormalizer {
		normalize(data, options) {
			return data instanceof lifecycle_1.NamedLifecycle ? {
				name: data.name,
				description: data.description
			} : { phase: data };
		}
		normalizeIterable(data, options) {
			return (options.sortLists ?? false ? data.sorted() : Array.from(data)).map((lc) => this.normalize(lc, options));
		}
	};
	exports.LifecycleNormalizer = LifecycleNormalizer;
	var ToolNormalizer = class extends BaseJsonNormalizer {
		normalize(data, options) {
			return {
				vendor: data.vendor || void 0,
				name: data.name || void 0,
				version: data.version || void 0,
				hashes: data.hashes.size > 0 ? this._factory.makeForHash().normalizeIterable(data.hashes, options) : void 0,
				externalReferences: this._factory.spec.supportsToolReferences && data.externalReferences.size > 0 ? this._factory.makeForExternalReference().normalizeIterable(data.externalReferences, options) : void 0
			};
		}
		normalizeIterable(data, options) {
			return (options.sortLists ?? false ? data.sorted() : Array.from(data)).map((t) => this.normalize(t, options));
		}
	};
	exports.ToolNormalizer = ToolNormalizer;
	var ToolsNormalizer = class extends BaseJsonNormalizer {
		normalize(data, options) {
			if (data.tools.size > 0 || !this._factory.spec.supportsToolsComponentsServices) return this._factory.makeForTool().normalizeIterable(new tool_1.ToolRepository((0, iterable_1.chainI)(Array.from(data.components, tool_1.Tool.fromComponent), Array.from(data.services, tool_1.Tool.fromService), data.tools)), options);
			return {
				components: data.components.size > 0 ? this._factory.makeForComponent().normalizeIterable(data.components, options) : void 0,
				services: data.services.size > 0 ? this._factory.makeForService().normalizeIterable(data.services, options) : void 0
			};
		}
	};
	exports.ToolsNormalizer = ToolsNormalizer;
	var HashNormalizer = class extends BaseJsonNormalizer {
		normalize([algorithm, content], options) {
			const spec = this._factory.spec;
			return spec.supportsHashAlgorithm(algorithm) && spec.supportsHashValue(content) ? {
				alg: algorithm,
				content
			} : void 0;
		}
		normalizeIterable(data, options) {
			return (options.sortLists ?? false ? data.sorted() : Array.from(data)).map((h) => this.normalize(h, options)).filter(notUndefined_1.isNotUndefined);
		}
	};
	exports.HashNormalizer = HashNormalizer;
	var OrganizationalContactNormalizer = class extends BaseJsonNormalizer {
		normalize(data, options) {
			return {
				name: data.name || void 0,
				email: types_1.JsonSchema.isIdnEmail(data.email) ? data.email : void 0,
				phone: data.phone || void 0
			};
		}
		normalizeIterable(data, options) {
			return (options.sortLists ?? false ? data.sorted() : Array.from(data)).map((oc) => this.normalize(oc, options));
		}
	};
	exports.OrganizationalContactNormalizer = OrganizationalContactNormalizer;
	var OrganizationalEntityNormalizer = class extends BaseJsonNormalizer {
		normalize(data, options) {
			const urls = normalizeStringableIter(Array.from(data.url, (s) => (0, uri_1.escapeUri)(s.toString())), options).filter(types_1.JsonSchema.isIriReference);
			return {
				name: data.name || void 0,
				url: urls.length > 0 ? urls : void 0,
				contact: data.contact.size > 0 ? this._factory.makeForOrganizationalContact().normalizeIterable(data.contact, options) : void 0
			};
		}
		normalizeIterable(data, options) {
			return (options.sortLists ?? false ? data.sorted() : Array.from(data)).map((oe) => this.normalize(oe, options));
		}
	};
	exports.OrganizationalEntityNormalizer = OrganizationalEntityNormalizer;
	var ComponentNormalizer = class extends BaseJsonNormalizer {
		normalize(data, options) {
			const spec = this._factory.spec;
			if (!spec.supportsComponentType(data.type)) return;
			const version = data.version ?? "";
			return {
				type: data.type,
				name: data.name,
				group: data.group || void 0,
				version: version.length > 0 || spec.requiresComponentVersion ? version : void 0,
				"bom-ref": data.bomRef.value || void 0,
				supplier: data.supplier === void 0 ? void 0 : this._factory.makeForOrganizationalEntity().normalize(data.supplier, options),
				author: data.author || void 0,
				publisher: data.publisher || void 0,
				description: data.description || void 0,
				scope: data.scope,
				hashes: data.hashes.size > 0 ? this._factory.makeForHash().normalizeIterable(data.hashes, options) : void 0,
				licenses: data.licenses.size > 0 ? this._factory.makeForLicense().normalizeIterable(data.licenses, options) : void 0,
				copyright: data.copyright?.toString() || void 0,
				cpe: data.cpe || void 0,
				purl: data.purl?.toString(),
				swid: data.swid === void 0 ? void 0 : this._factory.makeForSWID().normalize(data.swid, options),
				externalReferences: data.externalReferences.size > 0 ? this._factory.makeForExternalReference().normalizeIterable(data.externalReferences, options) : void 0,
				properties: spec.supportsProperties(data) && data.properties.size > 0 ? this._factory.makeForProperty().normalizeIterable(data.properties, options) : void 0,
				components: data.components.size > 0 ? this.normalizeIterable(data.components, options) : void 0,
				evidence: spec.supportsComponentEvidence && data.evidence !== void 0 ? this._factory.makeForComponentEvidence().normalize(data.evidence, options) : void 0
			};
		}
		normalizeIterable(data, options) {
			return (options.sortLists ?? false ? data.sorted() : Array.from(data)).map((c) => this.normalize(c, options)).filter(notUndefined_1.isNotUndefined);
		}
	};
	exports.ComponentNormalizer = ComponentNormalizer;
	var ServiceNormalizer = class extends BaseJsonNormalizer {
		normalize(data, options) {
			const spec = this._factory.spec;
			return {
				"bom-ref": data.bomRef.value || void 0,
				provider: data.provider ? this._factory.makeForOrganizationalEntity().normalize(data.provider, options) : void 0,
				group: data.group,
				name: data.name,
				version: data.version || void 0,
				description: data.description || void 0,
				licenses: data.licenses.size > 0 ? this._factory.makeForLicense().normalizeIterable(data.licenses, options) : void 0,
				externalReferences: data.externalReferences.size > 0 ? this._factory.makeForExternalReference().normalizeIterable(data.externalReferences, options) : void 0,
				services: data.services.size > 0 ? this._factory.makeForService().normalizeIterable(data.services, options) : void 0,
				properties: spec.supportsProperties(data) && data.properties.size > 0 ? this._factory.makeForProperty().normalizeIterable(data.properties, options) : void 0
			};
		}
		normalizeIterable(data, options) {
			return (options.sortLists ?? false ? data.sorted() : Array.from(data)).map((s) => this.normalize(s, options));
		}
	};
	exports.ServiceNormalizer = ServiceNormalizer;
	var ComponentEvidenceNormalizer = class ComponentEvidenceNormalizer extends BaseJsonNormalizer {
		normalize(data, options) {
			return {
				licenses: data.licenses.size > 0 ? this._factory.makeForLicense().normalizeIterable(data.licenses, options) : void 0,
				copyright: data.copyright.size > 0 ? options.sortLists ? data.copyright.sorted().map(ComponentEvidenceNormalizer.#normalizeCopyright) : Array.from(data.copyright, ComponentEvidenceNormalizer.#normalizeCopyright) : void 0
			};
		}
		static #normalizeCopyright(c) {
			return { text: c.toString() };
		}
	};
	exports.ComponentEvidenceNormalizer = ComponentEvidenceNormalizer;
	var LicenseNormalizer = class extends BaseJsonNormalizer {
		normalize(data, options) {
			switch (true) {
				case data instanceof license_1.NamedLicense: return this.#normalizeNamedLicense(data, options);
				case data instanceof license_1.SpdxLicense: return (0, spdx_1.isSupportedSpdxId)(data.id) ? this.#normalizeSpdxLicense(data, options) : this.#normalizeNamedLicense(new license_1.NamedLicense(data.id, { url: data.url }), options);
				case data instanceof license_1.LicenseExpression: return this.#normalizeLicenseExpression(data);
				default: throw new TypeError("Unexpected LicenseChoice");
			}
		}
		#normalizeNamedLicense(data, options) {
			const spec = this._factory.spec;
			const url = (0, uri_1.escapeUri)(data.url?.toString());
			return { license: {
				name: data.name,
				acknowledgement: spec.supportsLicenseAcknowledgement ? data.acknowledgement : void 0,
				text: data.text === void 0 ? void 0 : this._factory.makeForAttachment().normalize(data.text, options),
				url: types_1.JsonSchema.isIriReference(url) ? url : void 0,
				properties: spec.supportsProperties(data) && data.properties.size > 0 ? this._factory.makeForProperty().normalizeIterable(data.properties, options) : void 0
			} };
		}
		#normalizeSpdxLicense(data, options) {
			const spec = this._factory.spec;
			const url = (0, uri_1.escapeUri)(data.url?.toString());
			return { license: {
				id: data.id,
				acknowledgement: spec.supportsLicenseAcknowledgement ? data.acknowledgement : void 0,
				text: data.text === void 0 ? void 0 : this._factory.makeForAttachment().normalize(data.text, options),
				url: types_1.JsonSchema.isIriReference(url) ? url : void 0,
				properties: spec.supportsProperties(data) && data.properties.size > 0 ? this._factory.makeForProperty().normalizeIterable(data.properties, options) : void 0
			} };
		}
		#normalizeLicenseExpression(data) {
			return {
				expression: data.expression,
				acknowledgement: this._factory.spec.supportsLicenseAcknowledgement ? data.acknowledgement : void 0
			};
		}
		normalizeIterable(data, options) {
			const licenses = options.sortLists ?? false ? data.sorted() : Array.from(data);
			if (licenses.length > 1) {
				const expressions = licenses.filter((l) => l instanceof license_1.LicenseExpression);
				if (expressions.length > 0) return [this.#normalizeLicenseExpression(expressions[0])];
			}
			return licenses.map((l) => this.normalize(l, options));
		}
	};
	exports.LicenseNormalizer = LicenseNormalizer;
	var SWIDNormalizer = class extends BaseJsonNormalizer {
		normalize(data, options) {
			const url = (0, uri_1.escapeUri)(data.url?.toString());
			return {
				tagId: data.tagId,
				name: data.name,
				version: data.version || void 0,
				tagVersion: data.tagVersion,
				patch: data.patch,
				text: data.text === void 0 ? void 0 : this._factory.makeForAttachment().normalize(data.text, options),
				url: types_1.JsonSchema.isIriReference(url) ? url : void 0
			};
		}
	};
	exports.SWIDNormalizer = SWIDNormalizer;
	var ExternalReferenceNormalizer = class extends BaseJsonNormalizer {
		normalize(data, options) {
			return this._factory.spec.supportsExternalReferenceType(data.type) ? {
				url: (0, uri_1.escapeUri)(data.url.toString()),
				type: data.type,
				hashes: this._factory.spec.supportsExternalReferenceHashes && data.hashes.size > 0 ? this._factory.makeForHash().normalizeIterable(data.hashes, options) : void 0,
				comment: data.comment || void 0
			} : void 0;
		}
		normalizeIterable(data, options) {
			return (options.sortLists ?? false ? data.sorted() : Array.from(data)).map((r) => this.normalize(r, options)).filter(notUndefined_1.isNotUndefined);
		}
	};
	exports.ExternalReferenceNormalizer = ExternalReferenceNormalizer;
	var AttachmentNormalizer = class extends BaseJsonNormalizer {
		normalize(data, options) {
			return {
				content: data.content.toString(),
				contentType: data.contentType || void 0,
				encoding: data.encoding
			};
		}
	};
	exports.AttachmentNormalizer = AttachmentNormalizer;
	var PropertyNormalizer = class extends BaseJsonNormalizer {
		normalize(data, options) {
			return {
				name: data.name,
				value: data.value
			};
		}
		normalizeIterable(data, options) {
			return (options.sortLists ?? false ? data.sorted() : Array.from(data)).map((p) => this.normalize(p, options));
		}
	};
	exports.PropertyNormalizer = PropertyNormalizer;
	var DependencyGraphNormalizer = class extends BaseJsonNormalizer {
		normalize(data, options) {
			const allRefs = /* @__PURE__ */ new Map();
			if (data.metadata.component !== void 0) {
				allRefs.set(data.metadata.component.bomRef, data.metadata.component.dependencies);
				for (const component of data.metadata.component.components[tree_1.treeIteratorSymbol]()) allRefs.set(component.bomRef, component.dependencies);
			}
			for (const component of data.components[tree_1.treeIteratorSymbol]()) allRefs.set(component.bomRef, component.dependencies);
			for (const service of data.services[tree_1.treeIteratorSymbol]()) allRefs.set(service.bomRef, service.dependencies);
			const normalized = [];
			for (const [ref, deps] of allRefs) {
				const dep = this.#normalizeDependency(ref, deps, allRefs, options);
				if ((0, notUndefined_1.isNotUndefined)(dep)) normalized.push(dep);
			}
			if (options.sortLists ?? false) normalized.sort(({ ref: a }, { ref: b }) => a.localeCompare(b));
			return normalized;
		}
		#normalizeDependency(ref, deps, allRefs, options) {
			const bomRef = ref.toString();
			if (bomRef.length === 0) return;
			const dependsOn = normalizeStringableIter(Array.from(deps).filter((d) => allRefs.has(d) && d !== ref), options).filter((d) => d.length > 0);
			return {
				ref: bomRef,
				dependsOn: dependsOn.length > 0 ? dependsOn : void 0
			};
		}
	};
	exports.DependencyGraphNormalizer = DependencyGraphNormalizer;
	var VulnerabilityNormalizer = class extends BaseJsonNormalizer {
		normalize(data, options) {
			return {
				"bom-ref": data.bomRef.value || void 0,
				id: data.id || void 0,
				source: data.source === void 0 ? void 0 : this._factory.makeForVulnerabilitySource().normalize(data.source, options),
				references: data.references.size > 0 ? this._factory.makeForVulnerabilityReference().normalizeIterable(data.references, options) : void 0,
				ratings: data.ratings.size > 0 ? this._factory.makeForVulnerabilityRating().normalizeIterable(data.ratings, options) : void 0,
				cwes: data.cwes.size > 0 ? options.sortLists ?? false ? data.cwes.sorted() : Array.from(data.cwes) : void 0,
				description: data.description,
				detail: data.detail,
				recommendation: data.recommendation,
				advisories: data.advisories.size > 0 ? this._factory.makeForVulnerabilityAdvisory().normalizeIterable(data.advisories, options) : void 0,
				created: data.created?.toISOString(),
				published: data.published?.toISOString(),
				updated: data.updated?.toISOString(),
				credits: data.credits === void 0 ? void 0 : this._factory.makeForVulnerabilityCredits().normalize(data.credits, options),
				tools: data.tools.size > 0 ? this._factory.makeForTools().normalize(data.tools, options) : void 0,
				analysis: data.analysis === void 0 ? void 0 : this._factory.makeForVulnerabilityAnalysis().normalize(data.analysis, options),
				affects: data.affects.size > 0 ? this._factory.makeForVulnerabilityAffect().normalizeIterable(data.affects, options) : void 0,
				properties: data.properties.size > 0 ? this._factory.makeForProperty().normalizeIterable(data.properties, options) : void 0
			};
		}
		normalizeIterable(data, options) {
			return (options.sortLists ?? false ? data.sorted() : Array.from(data)).map((v) => this.normalize(v, options));
		}
	};
	exports.VulnerabilityNormalizer = VulnerabilityNormalizer;
	var VulnerabilitySourceNormalizer = class extends BaseJsonNormalizer {
		normalize(data, options) {
			return {
				name: data.name,
				url: data.url?.toString()
			};
		}
	};
	exports.VulnerabilitySourceNormalizer = VulnerabilitySourceNormalizer;
	var VulnerabilityReferenceNormalizer = class extends BaseJsonNormalizer {
		normalize(data, options) {
			return {
				id: data.id,
				source: this._factory.makeForVulnerabilitySource().normalize(data.source, options)
			};
		}
		normalizeIterable(data, options) {
			return (options.sortLists ?? false ? data.sorted() : Array.from(data)).map((r) => this.normalize(r, options));
		}
	};
	exports.VulnerabilityReferenceNormalizer = VulnerabilityReferenceNormalizer;
	var VulnerabilityRatingNormalizer = class extends BaseJsonNormalizer {
		normalize(data, options) {
			return {
				source: data.source === void 0 ? void 0 : this._factory.makeForVulnerabilitySource().normalize(data.source, options),
				score: data.score,
				severity: data.severity,
				method: this._factory.spec.supportsVulnerabilityRatingMethod(data.method) ? data.method : void 0,
				vector: data.vector,
				justification: data.justification
			};
		}
		normalizeIterable(data, options) {
			return (options.sortLists ?? false ? data.sorted() : Array.from(data)).map((r) => this.normalize(r, options));
		}
	};
	exports.VulnerabilityRatingNormalizer = VulnerabilityRatingNormalizer;
	var VulnerabilityAdvisoryNormalizer = class extends BaseJsonNormalizer {
		normalize(data, options) {
			const url = (0, uri_1.escapeUri)(data.url.toString());
			if (!types_1.JsonSchema.isIriReference(url)) return;
			return {
				title: data.title,
				url
			};
		}
		normalizeIterable(data, options) {
			return (options.sortLists ?? false ? data.sorted() : Array.from(data)).map((a) => this.normalize(a, options)).filter(notUndefined_1.isNotUndefined);
		}
	};
	exports.VulnerabilityAdvisoryNormalizer = VulnerabilityAdvisoryNormalizer;
	var VulnerabilityCreditsNormalizer = class extends BaseJsonNormalizer {
		normalize(data, options) {
			return {
				organizations: data.organizations.size > 0 ? this._factory.makeForOrganizationalEntity().normalizeIterable(data.organizations, options) : void 0,
				individuals: data.individuals.size > 0 ? this._factory.makeForOrganizationalContact().normalizeIterable(data.individuals, options) : void 0
			};
		}
	};
	exports.VulnerabilityCreditsNormalizer = VulnerabilityCreditsNormalizer;
	var VulnerabilityAffectNormalizer = class extends BaseJsonNormalizer {
		normalize(data, options) {
			return {
				ref: data.ref.toString(),
				versions: data.versions.size > 0 ? this._factory.makeForVulnerabilityAffectedVersion().normalizeIterable(data.versions, options) : void 0
			};
		}
		normalizeIterable(data, options) {
			return (options.sortLists ?? false ? data.sorted() : Array.from(data)).map((a) => this.normalize(a, options));
		}
	};
	exports.VulnerabilityAffectNormalizer = VulnerabilityAffectNormalizer;
	var VulnerabilityAffectedVersionNormalizer = class extends BaseJsonNormalizer {
		normalize(data, options) {
			switch (true) {
				case data instanceof affect_1.AffectedSingleVersion: return this.#normalizeAffectedSingleVersion(data);
				case data instanceof affect_1.AffectedVersionRange: return this.#normalizeAffectedVersionRange(data);
				default: throw new TypeError("Unexpected Vulnerability AffectedVersion");
			}
		}
		#normalizeAffectedSingleVersion(data) {
			return data.version.length < 1 ? void 0 : {
				version: data.version.substring(0, 1024),
				status: data.status
			};
		}
		#normalizeAffectedVersionRange(data) {
			return data.range.length < 1 ? void 0 : {
				range: data.range.substring(0, 1024),
				status: data.status
			};
		}
		normalizeIterable(data, options) {
			return (options.sortLists ?? false ? data.sorted() : Array.from(data)).map((av) => this.normalize(av, options)).filter(notUndefined_1.isNotUndefined);
		}
	};
	exports.VulnerabilityAffectedVersionNormalizer = VulnerabilityAffectedVersionNormalizer;
	var VulnerabilityAnalysisNormalizer = class extends BaseJsonNormalizer {
		normalize(data, options) {
			return {
				state: data.state,
				justification: data.justification,
				response: data.response.size > 0 ? options.sortLists ?? false ? data.response.sorted() : Array.from(data.response) : void 0,
				detail: data.detail
			};
		}
	};
	exports.VulnerabilityAnalysisNormalizer = VulnerabilityAnalysisNormalizer;
	function normalizeStringableIter(data, options) {
		const r = Array.from(data, (d) => d.toString());
		if (options.sortLists ?? false) r.sort((a, b) => a.localeCompare(b));
		return r;
	}
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/serialize/json/index.js
var require_json = /* @__PURE__ */ __commonJSMin(((exports, module, this$7) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	var __createBinding = this$7 && this$7.__createBinding || (Object.create ? (function(o, m, k, k2) {
		if (k2 === void 0) k2 = k;
		var desc = Object.getOwnPropertyDescriptor(m, k);
		if (!desc || ("get" in desc ? !m.__esModule : desc.writable || desc.configurable)) desc = {
			enumerable: true,
			get: function() {
				return m[k];
			}
		};
		Object.defineProperty(o, k2, desc);
	}) : (function(o, m, k, k2) {
		if (k2 === void 0) k2 = k;
		o[k2] = m[k];
	}));
	var __setModuleDefault = this$7 && this$7.__setModuleDefault || (Object.create ? (function(o, v) {
		Object.defineProperty(o, "default", {
			enumerable: true,
			value: v
		});
	}) : function(o, v) {
		o["default"] = v;
	});
	var __importStar = this$7 && this$7.__importStar || (function() {
		var ownKeys = function(o) {
			ownKeys = Object.getOwnPropertyNames || function(o) {
				var ar = [];
				for (var k in o) if (Object.prototype.hasOwnProperty.call(o, k)) ar[ar.length] = k;
				return ar;
			};
			return ownKeys(o);
		};
		return function(mod) {
			if (mod && mod.__esModule) return mod;
			var result = {};
			if (mod != null) {
				for (var k = ownKeys(mod), i = 0; i < k.length; i++) if (k[i] !== "default") __createBinding(result, mod, k[i]);
			}
			__setModuleDefault(result, mod);
			return result;
		};
	})();
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.Types = exports.Normalize = void 0;
	exports.Normalize = __importStar(require_normalize$1());
	exports.Types = __importStar(require_types$1());
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/spec/errors.js
var require_errors = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.UnsupportedFormatError = void 0;
	var UnsupportedFormatError = class extends Error {};
	exports.UnsupportedFormatError = UnsupportedFormatError;
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/serialize/jsonSerializer.js
var require_jsonSerializer = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.JsonSerializer = void 0;
	const enums_1 = require_enums();
	const errors_1 = require_errors();
	const baseSerializer_1 = require_baseSerializer();
	var JsonSerializer = class extends baseSerializer_1.BaseSerializer {
		#normalizerFactory;
		constructor(normalizerFactory) {
			if (!normalizerFactory.spec.supportsFormat(enums_1.Format.JSON)) throw new errors_1.UnsupportedFormatError("Spec does not support JSON format.");
			super();
			this.#normalizerFactory = normalizerFactory;
		}
		get normalizerFactory() {
			return this.#normalizerFactory;
		}
		_normalize(bom, options = {}) {
			return this.#normalizerFactory.makeForBom().normalize(bom, options);
		}
		_serialize(bom, { space } = {}) {
			return JSON.stringify(bom, null, space);
		}
	};
	exports.JsonSerializer = JsonSerializer;
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/serialize/xml/_xsd.js
var require__xsd = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.normalizedString = normalizedString;
	exports.token = token;
	const _normalizeStringForbiddenSearch = /\r\n|\t|\n|\r/g;
	const _normalizeStringForbiddenReplace = " ";
	function normalizedString(s) {
		return s.replace(_normalizeStringForbiddenSearch, _normalizeStringForbiddenReplace);
	}
	const _tokenMultispaceSearch = / {2,}/g;
	const _tokenMultispaceReplace = " ";
	function token(s) {
		return normalizedString(s).trim().replace(_tokenMultispaceSearch, _tokenMultispaceReplace);
	}
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/serialize/xml/types.js
var require_types = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.XmlSchema = void 0;
	var XmlSchema;
	(function(XmlSchema) {
		const _AnyUriSchemePattern = /^[a-z][a-z0-9+\-.]*$/i;
		function isAnyURI(value) {
			if (typeof value !== "string") return false;
			if (value.length === 0) return false;
			const fragmentPos = value.indexOf("#");
			let beforeFragment = value;
			if (fragmentPos >= 0) {
				if (value.includes("#", fragmentPos + 1)) return false;
				beforeFragment = value.slice(void 0, fragmentPos);
			}
			const schemePos = beforeFragment.indexOf(":");
			if (schemePos >= 0) {
				if (!_AnyUriSchemePattern.test(beforeFragment.slice(void 0, schemePos))) return false;
			}
			return true;
		}
		XmlSchema.isAnyURI = isAnyURI;
	})(XmlSchema || (exports.XmlSchema = XmlSchema = {}));
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/serialize/xml/normalize.js
var require_normalize = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.VulnerabilityAffectedVersionNormalizer = exports.VulnerabilityAffectNormalizer = exports.VulnerabilityAnalysisNormalizer = exports.VulnerabilityCreditsNormalizer = exports.VulnerabilityAdvisoryNormalizer = exports.VulnerabilityRatingNormalizer = exports.VulnerabilityReferenceNormalizer = exports.VulnerabilitySourceNormalizer = exports.VulnerabilityNormalizer = exports.DependencyGraphNormalizer = exports.PropertyNormalizer = exports.AttachmentNormalizer = exports.ExternalReferenceNormalizer = exports.SWIDNormalizer = exports.LicenseNormalizer = exports.ComponentEvidenceNormalizer = exports.ServiceNormalizer = exports.ComponentNormalizer = exports.OrganizationalEntityNormalizer = exports.OrganizationalContactNormalizer = exports.HashNormalizer = exports.ToolsNormalizer = exports.ToolNormalizer = exports.LifecycleNormalizer = exports.MetadataNormalizer = exports.BomNormalizer = exports.Factory = void 0;
	const iterable_1 = require_iterable();
	const notUndefined_1 = require_notUndefined();
	const tree_1 = require_tree();
	const uri_1 = require_uri();
	const models_1 = require_models();
	const license_1 = require_license();
	const lifecycle_1 = require_lifecycle();
	const affect_1 = require_affect();
	const spdx_1 = require_spdx();
	const enums_1 = require_enums();
	const _xsd_1 = require__xsd();
	const types_1 = require_types();
	var Factory = class {
		#spec;
		constructor(spec) {
			this.#spec = spec;
		}
		get spec() {
			return this.#spec;
		}
		makeForBom() {
			return new BomNormalizer(this);
		}
		makeForMetadata() {
			return new MetadataNormalizer(this);
		}
		makeForLifecycle() {
			return new LifecycleNormalizer(this);
		}
		makeForComponent() {
			return new ComponentNormalizer(this);
		}
		makeForService() {
			return new ServiceNormalizer(this);
		}
		makeForComponentEvidence() {
			return new ComponentEvidenceNormalizer(this);
		}
		makeForTool() {
			return new ToolNormalizer(this);
		}
		makeForTools() {
			return new ToolsNormalizer(this);
		}
		makeForOrganizationalContact() {
			return new OrganizationalContactNormalizer(this);
		}
		makeForOrganizationalEntity() {
			return new OrganizationalEntityNormalizer(this);
		}
		makeForHash() {
			return new HashNormalizer(this);
		}
		makeForLicense() {
			return new LicenseNormalizer(this);
		}
		makeForSWID() {
			return new SWIDNormalizer(this);
		}
		makeForExternalReference() {
			return new ExternalReferenceNormalizer(this);
		}
		makeForAttachment() {
			return new AttachmentNormalizer(this);
		}
		makeForProperty() {
			return new PropertyNormalizer(this);
		}
		makeForDependencyGraph() {
			return new DependencyGraphNormalizer(this);
		}
		makeForVulnerability() {
			return new VulnerabilityNormalizer(this);
		}
		makeForVulnerabilitySource() {
			return new VulnerabilitySourceNormalizer(this);
		}
		makeForVulnerabilityReference() {
			return new VulnerabilityReferenceNormalizer(this);
		}
		makeForVulnerabilityRating() {
			return new VulnerabilityRatingNormalizer(this);
		}
		makeForVulnerabilityAdvisory() {
			return new VulnerabilityAdvisoryNormalizer(this);
		}
		makeForVulnerabilityCredits() {
			return new VulnerabilityCreditsNormalizer(this);
		}
		makeForVulnerabilityAffect() {
			return new VulnerabilityAffectNormalizer(this);
		}
		makeForVulnerabilityAffectedVersion() {
			return new VulnerabilityAffectedVersionNormalizer(this);
		}
		makeForVulnerabilityAnalysis() {
			return new VulnerabilityAnalysisNormalizer(this);
		}
	};
	exports.Factory = Factory;
	const xmlNamespace = /* @__PURE__ */ new Map([
		[enums_1.Version.v1dot7, "http://cyclonedx.org/schema/bom/1.7"],
		[enums_1.Version.v1dot6, "http://cyclonedx.org/schema/bom/1.6"],
		[enums_1.Version.v1dot5, "http://cyclonedx.org/schema/bom/1.5"],
		[enums_1.Version.v1dot4, "http://cyclonedx.org/schema/bom/1.4"],
		[enums_1.Version.v1dot3, "http://cyclonedx.org/schema/bom/1.3"],
		[enums_1.Version.v1dot2, "http://cyclonedx.org/schema/bom/1.2"],
		[enums_1.Version.v1dot1, "http://cyclonedx.org/schema/bom/1.1"],
		[enums_1.Version.v1dot0, "http://cyclonedx.org/schema/bom/1.0"]
	]);
	var BaseXmlNormalizer = class {
		_factory;
		constructor(factory) {
			this._factory = factory;
		}
		get factory() {
			return this._factory;
		}
	};
	var BomNormalizer = class extends BaseXmlNormalizer {
		normalize(data, options) {
			const components = {
				type: "element",
				name: "components",
				children: data.components.size > 0 ? this._factory.makeForComponent().normalizeIterable(data.components, options, "component") : void 0
			};
			const services = this._factory.spec.supportsServices && data.services.size > 0 ? {
				type: "element",
				name: "services",
				children: this._factory.makeForService().normalizeIterable(data.services, options, "service")
			} : void 0;
			const vulnerabilities = this._factory.spec.supportsVulnerabilities && data.vulnerabilities.size > 0 ? {
				type: "element",
				name: "vulnerabilities",
				children: this._factory.makeForVulnerability().normalizeIterable(data.vulnerabilities, options, "vulnerability")
			} : void 0;
			return {
				type: "element",
				name: "bom",
				namespace: xmlNamespace.get(this._factory.spec.version),
				attributes: {
					version: data.version,
					serialNumber: this.#isEligibleSerialNumber(data.serialNumber) ? data.serialNumber : void 0
				},
				children: [
					this._factory.makeForMetadata().normalize(data.metadata, options, "metadata"),
					components,
					services,
					this._factory.spec.supportsDependencyGraph ? this._factory.makeForDependencyGraph().normalize(data, options, "dependencies") : void 0,
					vulnerabilities
				].filter(notUndefined_1.isNotUndefined)
			};
		}
		#isEligibleSerialNumber(v) {
			return v !== void 0 && /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$|^\{[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\}$/.test(v);
		}
	};
	exports.BomNormalizer = BomNormalizer;
	var MetadataNormalizer = class extends BaseXmlNormalizer {
		normalize(data, options, elementName) {
			const orgEntityNormalizer = this._factory.makeForOrganizationalEntity();
			const lifecycles = this._factory.spec.supportsMetadataLifecycles && data.lifecycles.size > 0 ? {
				type: "element",
				name: "lifecycles",
				children: this._factory.makeForLifecycle().normalizeIterable(data.lifecycles, options, "lifecycle")
			} : void 0;
			const tools = data.tools.size > 0 ? this._factory.makeForTools().normalize(data.tools, options, "tools") : void 0;
			const authors = data.authors.size > 0 ? {
				type: "element",
				name: "authors",
				children: this._factory.makeForOrganizationalContact().normalizeIterable(data.authors, options, "author")
			} : void 0;
			const licenses = this._factory.spec.supportsMetadataLicenses && data.licenses.size > 0 ? {
				type: "element",
				name: "licenses",
				children: this._factory.makeForLicense().normalizeIterable(data.licenses, options)
			} : void 0;
			const properties = this._factory.spec.supportsMetadataProperties && data.properties.size > 0 ? {
				type: "element",
				name: "properties",
				children: this._factory.makeForProperty().normalizeIterable(data.properties, options, "property")
			} : void 0;
			return {
				type: "element",
				name: elementName,
				children: [
					makeOptionalDateTimeElement(data.timestamp, "timestamp"),
					lifecycles,
					tools,
					authors,
					data.component === void 0 ? void 0 : this._factory.makeForComponent().normalize(data.component, options, "component"),
					data.manufacture === void 0 ? void 0 : orgEntityNormalizer.normalize(data.manufacture, options, "manufacture"),
					data.supplier === void 0 ? void 0 : orgEntityNormalizer.normalize(data.supplier, options, "supplier"),
					licenses,
					properties
				].filter(notUndefined_1.isNotUndefined)
			};
		}
	};
	exports.MetadataNormalizer = MetadataNormalizer;
	var LifecycleNormalizer = class extends BaseXmlNormalizer {
		normalize(data, options, elementName) {
			return data instanceof lifecycle_1.NamedLifecycle ? {
				type: "element",
				name: elementName,
				children: [makeTextElement(data.name, "name", _xsd_1.normalizedString), makeOptionalTextElement(data.description, "description")].filter(notUndefined_1.isNotUndefined)
			} : {
				type: "element",
				name: elementName,
				children: [makeTextElement(data, "phase")]
			};
		}
		normalizeIterable(data, options, elementName) {
			return (options.sortLists ?? false ? data.sorted() : Array.from(data)).map((t) => this.normalize(t, options, elementName));
		}
	};
	exports.LifecycleNormalizer = LifecycleNormalizer;
	var ToolNormalizer = class extends BaseXmlNormalizer {
		normalize(data, options, elementName) {
			const hashes = data.hashes.size > 0 ? {
				type: "element",
				name: "hashes",
				children: this._factory.makeForHash().normalizeIterable(data.hashes, options, "hash")
			} : void 0;
			const externalReferences = this._factory.spec.supportsToolReferences && data.externalReferences.size > 0 ? {
				type: "element",
				name: "externalReferences",
				children: this._factory.makeForExternalReference().normalizeIterable(data.externalReferences, options, "reference")
			} : void 0;
			return {
				type: "element",
				name: elementName,
				children: [
					makeOptionalTextElement(data.vendor, "vendor", _xsd_1.normalizedString),
					makeOptionalTextElement(data.name, "name", _xsd_1.normalizedString),
					makeOptionalTextElement(data.version, "version", _xsd_1.normalizedString),
					hashes,
					externalReferences
				].filter(notUndefined_1.isNotUndefined)
			};
		}
		normalizeIterable(data, options, elementName) {
			return (options.sortLists ?? false ? data.sorted() : Array.from(data)).map((t) => this.normalize(t, options, elementName));
		}
	};
	exports.ToolNormalizer = ToolNormalizer;
	var ToolsNormalizer = class extends BaseXmlNormalizer {
		normalize(data, options, elementName) {
			let children = [];
			if (data.tools.size > 0 || !this._factory.spec.supportsToolsComponentsServices) children = this._factory.makeForTool().normalizeIterable(new models_1.ToolRepository((0, iterable_1.chainI)(Array.from(data.components, models_1.Tool.fromComponent), Array.from(data.services, models_1.Tool.fromService), data.tools)), options, "tool");
			else {
				if (data.components.size > 0) children.push({
					type: "element",
					name: "components",
					children: this._factory.makeForComponent().normalizeIterable(data.components, options, "component")
				});
				if (data.services.size > 0) children.push({
					type: "element",
					name: "services",
					children: this._factory.makeForService().normalizeIterable(data.services, options, "service")
				});
			}
			return {
				type: "element",
				name: elementName,
				children
			};
		}
	};
	exports.ToolsNormalizer = ToolsNormalizer;
	var HashNormalizer = class extends BaseXmlNormalizer {
		normalize([algorithm, content], options, elementName) {
			const spec = this._factory.spec;
			return spec.supportsHashAlgorithm(algorithm) && spec.supportsHashValue(content) ? {
				type: "element",
				name: elementName,
				attributes: { alg: algorithm },
				children: (0, _xsd_1.token)(content)
			} : void 0;
		}
		normalizeIterable(data, options, elementName) {
			return (options.sortLists ?? false ? data.sorted() : Array.from(data)).map((h) => this.normalize(h, options, elementName)).filter(notUndefined_1.isNotUndefined);
		}
	};
	exports.HashNormalizer = HashNormalizer;
	var OrganizationalContactNormalizer = class extends BaseXmlNormalizer {
		normalize(data, options, elementName) {
			return {
				type: "element",
				name: elementName,
				children: [
					makeOptionalTextElement(data.name, "name", _xsd_1.normalizedString),
					makeOptionalTextElement(data.email, "email", _xsd_1.normalizedString),
					makeOptionalTextElement(data.phone, "phone", _xsd_1.normalizedString)
				].filter(notUndefined_1.isNotUndefined)
			};
		}
		normalizeIterable(data, options, elementName) {
			return (options.sortLists ?? false ? data.sorted() : Array.from(data)).map((oc) => this.normalize(oc, options, elementName));
		}
	};
	exports.OrganizationalContactNormalizer = OrganizationalContactNormalizer;
	var OrganizationalEntityNormalizer = class extends BaseXmlNormalizer {
		normalize(data, options, elementName) {
			return {
				type: "element",
				name: elementName,
				children: [
					makeOptionalTextElement(data.name, "name", _xsd_1.normalizedString),
					...makeTextElementIter(Array.from(data.url, (s) => (0, uri_1.escapeUri)(s.toString())), options, "url").filter(({ children: u }) => types_1.XmlSchema.isAnyURI(u)),
					...this._factory.makeForOrganizationalContact().normalizeIterable(data.contact, options, "contact")
				].filter(notUndefined_1.isNotUndefined)
			};
		}
		normalizeIterable(data, options, elementName) {
			return (options.sortLists ?? false ? data.sorted() : Array.from(data)).map((oe) => this.normalize(oe, options, elementName));
		}
	};
	exports.OrganizationalEntityNormalizer = OrganizationalEntityNormalizer;
	var ComponentNormalizer = class extends BaseXmlNormalizer {
		normalize(data, options, elementName) {
			const spec = this._factory.spec;
			if (!spec.supportsComponentType(data.type)) return;
			const supplier = data.supplier === void 0 ? void 0 : this._factory.makeForOrganizationalEntity().normalize(data.supplier, options, "supplier");
			const version = (spec.requiresComponentVersion ? makeTextElement : makeOptionalTextElement)(data.version ?? "", "version", _xsd_1.normalizedString);
			const hashes = data.hashes.size > 0 ? {
				type: "element",
				name: "hashes",
				children: this._factory.makeForHash().normalizeIterable(data.hashes, options, "hash")
			} : void 0;
			const licenses = data.licenses.size > 0 ? {
				type: "element",
				name: "licenses",
				children: this._factory.makeForLicense().normalizeIterable(data.licenses, options)
			} : void 0;
			const swid = data.swid === void 0 ? void 0 : this._factory.makeForSWID().normalize(data.swid, options, "swid");
			const extRefs = data.externalReferences.size > 0 ? {
				type: "element",
				name: "externalReferences",
				children: this._factory.makeForExternalReference().normalizeIterable(data.externalReferences, options, "reference")
			} : void 0;
			const properties = spec.supportsProperties(data) && data.properties.size > 0 ? {
				type: "element",
				name: "properties",
				children: this._factory.makeForProperty().normalizeIterable(data.properties, options, "property")
			} : void 0;
			const components = data.components.size > 0 ? {
				type: "element",
				name: "components",
				children: this.normalizeIterable(data.components, options, "component")
			} : void 0;
			const evidence = spec.supportsComponentEvidence && data.evidence !== void 0 ? this._factory.makeForComponentEvidence().normalize(data.evidence, options, "evidence") : void 0;
			return {
				type: "element",
				name: elementName,
				attributes: {
					type: data.type,
					"bom-ref": data.bomRef.value
				},
				children: [
					supplier,
					makeOptionalTextElement(data.author, "author", _xsd_1.normalizedString),
					makeOptionalTextElement(data.publisher, "publisher", _xsd_1.normalizedString),
					makeOptionalTextElement(data.group, "group", _xsd_1.normalizedString),
					makeTextElement(data.name, "name", _xsd_1.normalizedString),
					version,
					makeOptionalTextElement(data.description, "description", _xsd_1.normalizedString),
					makeOptionalTextElement(data.scope, "scope"),
					hashes,
					licenses,
					makeOptionalTextElement(data.copyright, "copyright", _xsd_1.normalizedString),
					makeOptionalTextElement(data.cpe, "cpe"),
					makeOptionalTextElement(data.purl, "purl"),
					swid,
					extRefs,
					properties,
					components,
					evidence
				].filter(notUndefined_1.isNotUndefined)
			};
		}
		normalizeIterable(data, options, elementName) {
			return (options.sortLists ?? false ? data.sorted() : Array.from(data)).map((c) => this.normalize(c, options, elementName)).filter(notUndefined_1.isNotUndefined);
		}
	};
	exports.ComponentNormalizer = ComponentNormalizer;
	var ServiceNormalizer = class extends BaseXmlNormalizer {
		normalize(data, options, elementName) {
			const spec = this._factory.spec;
			const provider = data.provider === void 0 ? void 0 : this._factory.makeForOrganizationalEntity().normalize(data.provider, options, "provider");
			const licenses = data.licenses.size > 0 ? {
				type: "element",
				name: "licenses",
				children: this._factory.makeForLicense().normalizeIterable(data.licenses, options)
			} : void 0;
			const extRefs = data.externalReferences.size > 0 ? {
				type: "element",
				name: "externalReferences",
				children: this._factory.makeForExternalReference().normalizeIterable(data.externalReferences, options, "reference")
			} : void 0;
			const properties = spec.supportsProperties(data) && data.properties.size > 0 ? {
				type: "element",
				name: "properties",
				children: this._factory.makeForProperty().normalizeIterable(data.properties, options, "property")
			} : void 0;
			const services = data.services.size > 0 ? {
				type: "element",
				name: "services",
				children: this.normalizeIterable(data.services, options, "service")
			} : void 0;
			return {
				type: "element",
				name: elementName,
				attributes: { "bom-ref": data.bomRef.value },
				children: [
					provider,
					makeOptionalTextElement(data.group, "group", _xsd_1.normalizedString),
					makeTextElement(data.name, "name", _xsd_1.normalizedString),
					makeOptionalTextElement(data.version, "version", _xsd_1.normalizedString),
					makeOptionalTextElement(data.description, "description", _xsd_1.normalizedString),
					licenses,
					extRefs,
					properties,
					services
				].filter(notUndefined_1.isNotUndefined)
			};
		}
		normalizeIterable(data, options, elementName) {
			return (options.sortLists ?? false ? data.sorted() : Array.from(data)).map((s) => this.normalize(s, options, elementName));
		}
	};
	exports.ServiceNormalizer = ServiceNormalizer;
	var ComponentEvidenceNormalizer = class extends BaseXmlNormalizer {
		normalize(data, options, elementName) {
			return {
				type: "element",
				name: elementName,
				children: [data.licenses.size > 0 ? {
					type: "element",
					name: "licenses",
					children: this._factory.makeForLicense().normalizeIterable(data.licenses, options)
				} : void 0, data.copyright.size > 0 ? {
					type: "element",
					name: "copyright",
					children: makeTextElementIter(data.copyright, options, "text")
				} : void 0].filter(notUndefined_1.isNotUndefined)
			};
		}
	};
	exports.ComponentEvidenceNormalizer = ComponentEvidenceNormalizer;
	var LicenseNormalizer = class extends BaseXmlNormalizer {
		normalize(data, options) {
			switch (true) {
				case data instanceof license_1.NamedLicense: return this.#normalizeNamedLicense(data, options);
				case data instanceof license_1.SpdxLicense: return (0, spdx_1.isSupportedSpdxId)(data.id) ? this.#normalizeSpdxLicense(data, options) : this.#normalizeNamedLicense(new license_1.NamedLicense(data.id, { url: data.url }), options);
				case data instanceof license_1.LicenseExpression: return this.#normalizeLicenseExpression(data);
				default: throw new TypeError("Unexpected LicenseChoice");
			}
		}
		#normalizeNamedLicense(data, options) {
			const spec = this._factory.spec;
			const url = (0, uri_1.escapeUri)(data.url?.toString());
			const properties = spec.supportsProperties(data) && data.properties.size > 0 ? {
				type: "element",
				name: "properties",
				children: this._factory.makeForProperty().normalizeIterable(data.properties, options, "property")
			} : void 0;
			return {
				type: "element",
				name: "license",
				attributes: { acknowledgement: spec.supportsLicenseAcknowledgement ? data.acknowledgement : void 0 },
				children: [
					makeTextElement(data.name, "name", _xsd_1.normalizedString),
					data.text === void 0 ? void 0 : this._factory.makeForAttachment().normalize(data.text, options, "text"),
					types_1.XmlSchema.isAnyURI(url) ? makeTextElement(url, "url") : void 0,
					properties
				].filter(notUndefined_1.isNotUndefined)
			};
		}
		#normalizeSpdxLicense(data, options) {
			const spec = this._factory.spec;
			const url = (0, uri_1.escapeUri)(data.url?.toString());
			const properties = spec.supportsProperties(data) && data.properties.size > 0 ? {
				type: "element",
				name: "properties",
				children: this._factory.makeForProperty().normalizeIterable(data.properties, options, "property")
			} : void 0;
			return {
				type: "element",
				name: "license",
				attributes: { acknowledgement: spec.supportsLicenseAcknowledgement ? data.acknowledgement : void 0 },
				children: [
					makeTextElement(data.id, "id"),
					data.text === void 0 ? void 0 : this._factory.makeForAttachment().normalize(data.text, options, "text"),
					types_1.XmlSchema.isAnyURI(url) ? makeTextElement(url, "url") : void 0,
					properties
				].filter(notUndefined_1.isNotUndefined)
			};
		}
		#normalizeLicenseExpression(data) {
			const elem = makeTextElement(data.expression, "expression", _xsd_1.normalizedString);
			elem.attributes = { acknowledgement: this._factory.spec.supportsLicenseAcknowledgement ? data.acknowledgement : void 0 };
			return elem;
		}
		normalizeIterable(data, options) {
			const licenses = options.sortLists ?? false ? data.sorted() : Array.from(data);
			if (licenses.length > 1) {
				const expressions = licenses.filter((l) => l instanceof license_1.LicenseExpression);
				if (expressions.length > 0) return [this.#normalizeLicenseExpression(expressions[0])];
			}
			return licenses.map((l) => this.normalize(l, options));
		}
	};
	exports.LicenseNormalizer = LicenseNormalizer;
	var SWIDNormalizer = class extends BaseXmlNormalizer {
		normalize(data, options, elementName) {
			const url = (0, uri_1.escapeUri)(data.url?.toString());
			return {
				type: "element",
				name: elementName,
				attributes: {
					tagId: data.tagId,
					name: data.name,
					version: data.version || void 0,
					tagVersion: data.tagVersion,
					patch: data.patch === void 0 ? void 0 : data.patch ? "true" : "false"
				},
				children: [data.text === void 0 ? void 0 : this._factory.makeForAttachment().normalize(data.text, options, "text"), types_1.XmlSchema.isAnyURI(url) ? makeTextElement(url, "url") : void 0].filter(notUndefined_1.isNotUndefined)
			};
		}
	};
	exports.SWIDNormalizer = SWIDNormalizer;
	var ExternalReferenceNormalizer = class extends BaseXmlNormalizer {
		normalize(data, options, elementName) {
			const url = (0, uri_1.escapeUri)(data.url.toString());
			const hashes = this._factory.spec.supportsExternalReferenceHashes && data.hashes.size > 0 ? {
				type: "element",
				name: "hashes",
				children: this._factory.makeForHash().normalizeIterable(data.hashes, options, "hash")
			} : void 0;
			return this._factory.spec.supportsExternalReferenceType(data.type) && types_1.XmlSchema.isAnyURI(url) ? {
				type: "element",
				name: elementName,
				attributes: { type: data.type },
				children: [
					makeTextElement(url, "url"),
					makeOptionalTextElement(data.comment, "comment"),
					hashes
				].filter(notUndefined_1.isNotUndefined)
			} : void 0;
		}
		normalizeIterable(data, options, elementName) {
			return (options.sortLists ?? false ? data.sorted() : Array.from(data)).map((r) => this.normalize(r, options, elementName)).filter(notUndefined_1.isNotUndefined);
		}
	};
	exports.ExternalReferenceNormalizer = ExternalReferenceNormalizer;
	var AttachmentNormalizer = class extends BaseXmlNormalizer {
		normalize(data, options, elementName) {
			return {
				type: "element",
				name: elementName,
				attributes: {
					"content-type": data.contentType ? (0, _xsd_1.normalizedString)(data.contentType) : void 0,
					encoding: data.encoding || void 0
				},
				children: data.content.toString()
			};
		}
	};
	exports.AttachmentNormalizer = AttachmentNormalizer;
	var PropertyNormalizer = class extends BaseXmlNormalizer {
		normalize(data, options, elementName) {
			return {
				type: "element",
				name: elementName,
				attributes: { name: data.name },
				children: (0, _xsd_1.normalizedString)(data.value)
			};
		}
		normalizeIterable(data, options, elementName) {
			return (options.sortLists ?? false ? data.sorted() : Array.from(data)).map((p) => this.normalize(p, options, elementName));
		}
	};
	exports.PropertyNormalizer = PropertyNormalizer;
	var DependencyGraphNormalizer = class extends BaseXmlNormalizer {
		normalize(data, options, elementName) {
			const allRefs = /* @__PURE__ */ new Map();
			if (data.metadata.component !== void 0) {
				allRefs.set(data.metadata.component.bomRef, data.metadata.component.dependencies);
				for (const component of data.metadata.component.components[tree_1.treeIteratorSymbol]()) allRefs.set(component.bomRef, component.dependencies);
			}
			for (const component of data.components[tree_1.treeIteratorSymbol]()) allRefs.set(component.bomRef, component.dependencies);
			for (const service of data.services[tree_1.treeIteratorSymbol]()) allRefs.set(service.bomRef, service.dependencies);
			const normalized = [];
			for (const [ref, deps] of allRefs) {
				const dep = this.#normalizeDependency(ref, deps, allRefs, options);
				if ((0, notUndefined_1.isNotUndefined)(dep)) normalized.push(dep);
			}
			if (options.sortLists ?? false) normalized.sort(({ attributes: { ref: a } }, { attributes: { ref: b } }) => a.localeCompare(b));
			return {
				type: "element",
				name: elementName,
				children: normalized
			};
		}
		#normalizeDependency(ref, deps, allRefs, options) {
			const bomRef = ref.toString();
			if (bomRef.length === 0) return;
			const dependsOn = Array.from(deps).filter((d) => allRefs.has(d) && d !== ref).map((d) => d.toString()).filter((d) => d.length > 0);
			if (options.sortLists ?? false) dependsOn.sort((a, b) => a.localeCompare(b));
			return {
				type: "element",
				name: "dependency",
				attributes: { ref: bomRef },
				children: dependsOn.map((d) => ({
					type: "element",
					name: "dependency",
					attributes: { ref: d }
				}))
			};
		}
	};
	exports.DependencyGraphNormalizer = DependencyGraphNormalizer;
	var VulnerabilityNormalizer = class extends BaseXmlNormalizer {
		normalize(data, options, elementName) {
			const references = data.references.size > 0 ? {
				type: "element",
				name: "references",
				children: this._factory.makeForVulnerabilityReference().normalizeIterable(data.references, options, "reference")
			} : void 0;
			const ratings = data.ratings.size > 0 ? {
				type: "element",
				name: "ratings",
				children: this._factory.makeForVulnerabilityRating().normalizeIterable(data.ratings, options, "rating")
			} : void 0;
			const cwes = data.cwes.size > 0 ? {
				type: "element",
				name: "cwes",
				children: (options.sortLists ? data.cwes.sorted() : Array.from(data.cwes)).map((cwe) => makeTextElement(cwe, "cwe"))
			} : void 0;
			const advisories = data.advisories.size > 0 ? {
				type: "element",
				name: "advisories",
				children: this._factory.makeForVulnerabilityAdvisory().normalizeIterable(data.advisories, options, "advisory")
			} : void 0;
			const tools = data.tools.size > 0 ? this._factory.makeForTools().normalize(data.tools, options, "tools") : void 0;
			const affects = data.affects.size > 0 ? {
				type: "element",
				name: "affects",
				children: this._factory.makeForVulnerabilityAffect().normalizeIterable(data.affects, options, "target")
			} : void 0;
			const properties = data.properties.size > 0 ? {
				type: "element",
				name: "properties",
				children: this._factory.makeForProperty().normalizeIterable(data.properties, options, "property")
			} : void 0;
			return {
				type: "element",
				name: elementName,
				attributes: { "bom-ref": data.bomRef.value || void 0 },
				children: [
					makeOptionalTextElement(data.id, "id", _xsd_1.normalizedString),
					data.source === void 0 ? void 0 : this._factory.makeForVulnerabilitySource().normalize(data.source, options, "source"),
					references,
					ratings,
					cwes,
					makeOptionalTextElement(data.description, "description"),
					makeOptionalTextElement(data.detail, "detail"),
					makeOptionalTextElement(data.recommendation, "recommendation"),
					advisories,
					makeOptionalDateTimeElement(data.created, "created"),
					makeOptionalDateTimeElement(data.created, "published"),
					makeOptionalDateTimeElement(data.created, "updated"),
					data.credits === void 0 ? void 0 : this._factory.makeForVulnerabilityCredits().normalize(data.credits, options, "credits"),
					tools,
					data.analysis === void 0 ? void 0 : this._factory.makeForVulnerabilityAnalysis().normalize(data.analysis, options, "analysis"),
					affects,
					properties
				].filter(notUndefined_1.isNotUndefined)
			};
		}
		normalizeIterable(data, options, elementName) {
			return (options.sortLists ?? false ? data.sorted() : Array.from(data)).map((v) => this.normalize(v, options, elementName));
		}
	};
	exports.VulnerabilityNormalizer = VulnerabilityNormalizer;
	var VulnerabilitySourceNormalizer = class extends BaseXmlNormalizer {
		normalize(data, options, elementName) {
			const url = (0, uri_1.escapeUri)(data.url?.toString());
			return {
				type: "element",
				name: elementName,
				children: [makeOptionalTextElement(data.name, "name", _xsd_1.normalizedString), types_1.XmlSchema.isAnyURI(url) ? makeTextElement(url, "url") : void 0].filter(notUndefined_1.isNotUndefined)
			};
		}
	};
	exports.VulnerabilitySourceNormalizer = VulnerabilitySourceNormalizer;
	var VulnerabilityReferenceNormalizer = class extends BaseXmlNormalizer {
		normalize(data, options, elementName) {
			return {
				type: "element",
				name: elementName,
				children: [makeTextElement(data.id, "id"), this._factory.makeForVulnerabilitySource().normalize(data.source, options, "source")]
			};
		}
		normalizeIterable(data, options, elementName) {
			return (options.sortLists ?? false ? data.sorted() : Array.from(data)).map((r) => this.normalize(r, options, elementName));
		}
	};
	exports.VulnerabilityReferenceNormalizer = VulnerabilityReferenceNormalizer;
	var VulnerabilityRatingNormalizer = class extends BaseXmlNormalizer {
		normalize(data, options, elementName) {
			return {
				type: "element",
				name: elementName,
				children: [
					data.source === void 0 ? void 0 : this._factory.makeForVulnerabilitySource().normalize(data.source, options, "source"),
					makeOptionalTextElement(data.score, "score"),
					makeOptionalTextElement(data.severity, "severity"),
					this._factory.spec.supportsVulnerabilityRatingMethod(data.method) ? makeOptionalTextElement(data.method, "method") : void 0,
					makeOptionalTextElement(data.vector, "vector", _xsd_1.normalizedString),
					makeOptionalTextElement(data.justification, "justification")
				].filter(notUndefined_1.isNotUndefined)
			};
		}
		normalizeIterable(data, options, elementName) {
			return (options.sortLists ?? false ? data.sorted() : Array.from(data)).map((r) => this.normalize(r, options, elementName));
		}
	};
	exports.VulnerabilityRatingNormalizer = VulnerabilityRatingNormalizer;
	var VulnerabilityAdvisoryNormalizer = class extends BaseXmlNormalizer {
		normalize(data, options, elementName) {
			const url = (0, uri_1.escapeUri)(data.url.toString());
			if (!types_1.XmlSchema.isAnyURI(url)) return;
			return {
				type: "element",
				name: elementName,
				children: [makeOptionalTextElement(data.title, "title"), makeTextElement(url, "url")].filter(notUndefined_1.isNotUndefined)
			};
		}
		normalizeIterable(data, options, elementName) {
			return (options.sortLists ?? false ? data.sorted() : Array.from(data)).map((a) => this.normalize(a, options, elementName)).filter(notUndefined_1.isNotUndefined);
		}
	};
	exports.VulnerabilityAdvisoryNormalizer = VulnerabilityAdvisoryNormalizer;
	var VulnerabilityCreditsNormalizer = class extends BaseXmlNormalizer {
		normalize(data, options, elementName) {
			return {
				type: "element",
				name: elementName,
				children: [data.organizations.size > 0 ? {
					type: "element",
					name: "organizations",
					children: this._factory.makeForOrganizationalEntity().normalizeIterable(data.organizations, options, "organization")
				} : void 0, data.individuals.size > 0 ? {
					type: "element",
					name: "individuals",
					children: this._factory.makeForOrganizationalContact().normalizeIterable(data.individuals, options, "individual")
				} : void 0].filter(notUndefined_1.isNotUndefined)
			};
		}
	};
	exports.VulnerabilityCreditsNormalizer = VulnerabilityCreditsNormalizer;
	var VulnerabilityAnalysisNormalizer = class extends BaseXmlNormalizer {
		normalize(data, options, elementName) {
			const responses = data.response.size > 0 ? {
				type: "element",
				name: "responses",
				children: (options.sortLists ?? false ? data.response.sorted() : Array.from(data.response)).map((ar) => makeTextElement(ar, "response"))
			} : void 0;
			return {
				type: "element",
				name: elementName,
				children: [
					makeOptionalTextElement(data.state, "state"),
					makeOptionalTextElement(data.justification, "justification"),
					responses,
					makeOptionalTextElement(data.detail, "detail")
				].filter(notUndefined_1.isNotUndefined)
			};
		}
	};
	exports.VulnerabilityAnalysisNormalizer = VulnerabilityAnalysisNormalizer;
	var VulnerabilityAffectNormalizer = class extends BaseXmlNormalizer {
		normalize(data, options, elementName) {
			const versions = data.versions.size > 0 ? {
				type: "element",
				name: "versions",
				children: this._factory.makeForVulnerabilityAffectedVersion().normalizeIterable(data.versions, options, "version")
			} : void 0;
			return {
				type: "element",
				name: elementName,
				children: [makeTextElement(data.ref, "ref"), versions].filter(notUndefined_1.isNotUndefined)
			};
		}
		normalizeIterable(data, options, elementName) {
			return (options.sortLists ?? false ? data.sorted() : Array.from(data)).map((a) => this.normalize(a, options, elementName));
		}
	};
	exports.VulnerabilityAffectNormalizer = VulnerabilityAffectNormalizer;
	var VulnerabilityAffectedVersionNormalizer = class extends BaseXmlNormalizer {
		normalize(data, options, elementName) {
			switch (true) {
				case data instanceof affect_1.AffectedSingleVersion: return this.#normalizeAffectedSingleVersion(data, elementName);
				case data instanceof affect_1.AffectedVersionRange: return this.#normalizeAffectedVersionRange(data, elementName);
				default: throw new TypeError("Unexpected Vulnerability AffectedVersion");
			}
		}
		#normalizeAffectedSingleVersion(data, elementName) {
			return {
				type: "element",
				name: elementName,
				children: [makeTextElement(data.version, "version", _xsd_1.normalizedString), makeOptionalTextElement(data.status, "status")].filter(notUndefined_1.isNotUndefined)
			};
		}
		#normalizeAffectedVersionRange(data, elementName) {
			return {
				type: "element",
				name: elementName,
				children: [makeTextElement(data.range, "range", _xsd_1.normalizedString), makeOptionalTextElement(data.status, "status")].filter(notUndefined_1.isNotUndefined)
			};
		}
		normalizeIterable(data, options, elementName) {
			return (options.sortLists ?? false ? data.sorted() : Array.from(data)).map((av) => this.normalize(av, options, elementName));
		}
	};
	exports.VulnerabilityAffectedVersionNormalizer = VulnerabilityAffectedVersionNormalizer;
	const noTEM = (s) => s;
	function makeOptionalTextElement(data, elementName, mod = noTEM) {
		const s = mod(data?.toString() ?? "");
		return s.length > 0 ? makeTextElement(s, elementName) : void 0;
	}
	function makeTextElement(data, elementName, mod = noTEM) {
		return {
			type: "element",
			name: elementName,
			children: mod(data.toString())
		};
	}
	function makeTextElementIter(data, options, elementName, mod = noTEM) {
		const r = Array.from(data, (d) => makeTextElement(d, elementName, mod));
		if (options.sortLists ?? false) r.sort(({ children: a }, { children: b }) => a.localeCompare(b));
		return r;
	}
	function makeOptionalDateTimeElement(data, elementName, mod = noTEM) {
		const d = data?.toISOString();
		return d === void 0 ? void 0 : makeTextElement(d, elementName, mod);
	}
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/serialize/xml/index.js
var require_xml = /* @__PURE__ */ __commonJSMin(((exports, module, this$6) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	var __createBinding = this$6 && this$6.__createBinding || (Object.create ? (function(o, m, k, k2) {
		if (k2 === void 0) k2 = k;
		var desc = Object.getOwnPropertyDescriptor(m, k);
		if (!desc || ("get" in desc ? !m.__esModule : desc.writable || desc.configurable)) desc = {
			enumerable: true,
			get: function() {
				return m[k];
			}
		};
		Object.defineProperty(o, k2, desc);
	}) : (function(o, m, k, k2) {
		if (k2 === void 0) k2 = k;
		o[k2] = m[k];
	}));
	var __setModuleDefault = this$6 && this$6.__setModuleDefault || (Object.create ? (function(o, v) {
		Object.defineProperty(o, "default", {
			enumerable: true,
			value: v
		});
	}) : function(o, v) {
		o["default"] = v;
	});
	var __importStar = this$6 && this$6.__importStar || (function() {
		var ownKeys = function(o) {
			ownKeys = Object.getOwnPropertyNames || function(o) {
				var ar = [];
				for (var k in o) if (Object.prototype.hasOwnProperty.call(o, k)) ar[ar.length] = k;
				return ar;
			};
			return ownKeys(o);
		};
		return function(mod) {
			if (mod && mod.__esModule) return mod;
			var result = {};
			if (mod != null) {
				for (var k = ownKeys(mod), i = 0; i < k.length; i++) if (k[i] !== "default") __createBinding(result, mod, k[i]);
			}
			__setModuleDefault(result, mod);
			return result;
		};
	})();
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.Types = exports.Normalize = void 0;
	exports.Normalize = __importStar(require_normalize());
	exports.Types = __importStar(require_types());
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/serialize/xmlBaseSerializer.js
var require_xmlBaseSerializer = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.XmlBaseSerializer = void 0;
	const enums_1 = require_enums();
	const errors_1 = require_errors();
	const baseSerializer_1 = require_baseSerializer();
	var XmlBaseSerializer = class extends baseSerializer_1.BaseSerializer {
		#normalizerFactory;
		constructor(normalizerFactory) {
			if (!normalizerFactory.spec.supportsFormat(enums_1.Format.XML)) throw new errors_1.UnsupportedFormatError("Spec does not support XML format.");
			super();
			this.#normalizerFactory = normalizerFactory;
		}
		get normalizerFactory() {
			return this.#normalizerFactory;
		}
		_normalize(bom, options = {}) {
			return this.#normalizerFactory.makeForBom().normalize(bom, options);
		}
	};
	exports.XmlBaseSerializer = XmlBaseSerializer;
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/serialize/index.common.js
var require_index_common = /* @__PURE__ */ __commonJSMin(((exports, module, this$5) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	var __createBinding = this$5 && this$5.__createBinding || (Object.create ? (function(o, m, k, k2) {
		if (k2 === void 0) k2 = k;
		var desc = Object.getOwnPropertyDescriptor(m, k);
		if (!desc || ("get" in desc ? !m.__esModule : desc.writable || desc.configurable)) desc = {
			enumerable: true,
			get: function() {
				return m[k];
			}
		};
		Object.defineProperty(o, k2, desc);
	}) : (function(o, m, k, k2) {
		if (k2 === void 0) k2 = k;
		o[k2] = m[k];
	}));
	var __setModuleDefault = this$5 && this$5.__setModuleDefault || (Object.create ? (function(o, v) {
		Object.defineProperty(o, "default", {
			enumerable: true,
			value: v
		});
	}) : function(o, v) {
		o["default"] = v;
	});
	var __exportStar = this$5 && this$5.__exportStar || function(m, exports) {
		for (var p in m) if (p !== "default" && !Object.prototype.hasOwnProperty.call(exports, p)) __createBinding(exports, m, p);
	};
	var __importStar = this$5 && this$5.__importStar || (function() {
		var ownKeys = function(o) {
			ownKeys = Object.getOwnPropertyNames || function(o) {
				var ar = [];
				for (var k in o) if (Object.prototype.hasOwnProperty.call(o, k)) ar[ar.length] = k;
				return ar;
			};
			return ownKeys(o);
		};
		return function(mod) {
			if (mod && mod.__esModule) return mod;
			var result = {};
			if (mod != null) {
				for (var k = ownKeys(mod), i = 0; i < k.length; i++) if (k[i] !== "default") __createBinding(result, mod, k[i]);
			}
			__setModuleDefault(result, mod);
			return result;
		};
	})();
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.XML = exports.JSON = exports.Types = void 0;
	__exportStar(require_bomRefDiscriminator(), exports);
	__exportStar(require_errors$1(), exports);
	exports.Types = __importStar(require_types$2());
	__exportStar(require_baseSerializer(), exports);
	exports.JSON = __importStar(require_json());
	__exportStar(require_jsonSerializer(), exports);
	exports.XML = __importStar(require_xml());
	__exportStar(require_xmlBaseSerializer(), exports);
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/_optPlug.node/_wrapper.js
var require__wrapper = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.default = default_1;
	const errors_1 = require_errors$2();
	function makeWIllThrow(message) {
		const f = function() {
			throw new errors_1.OptPlugError(message);
		};
		f.fails = true;
		return Object.freeze(f);
	}
	function default_1(name, pf) {
		for (const [, getF] of pf) try {
			return getF();
		} catch {}
		return makeWIllThrow(`No ${name} available.\nPlease install one of the optional dependencies: ` + pf.map((kv) => kv[0]).join(" || "));
	}
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/_optPlug.node/__xmlStringifiers/xmlbuilder2.js
var require_xmlbuilder2 = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	const xmlbuilder2_1 = __require("xmlbuilder2");
	if (typeof xmlbuilder2_1.create !== "function") throw new Error("`create` is not a function");
	exports.default = (function(rootElement, { space } = {}) {
		const indent = makeIndent(space);
		const doc = (0, xmlbuilder2_1.create)({ encoding: "UTF-8" });
		addEle(doc, rootElement);
		return doc.end({
			format: "xml",
			newline: "\n",
			prettyPrint: indent.length > 0,
			indent
		});
	});
	function addEle(parent, element, parentNS = null) {
		if (element.type !== "element") return;
		const ns = getNS(element) ?? parentNS;
		const ele = parent.ele(ns, element.name, element.attributes);
		if (element.children === void 0) {} else if (typeof element.children === "string" || typeof element.children === "number") ele.txt(element.children.toString());
		else for (const child of element.children) addEle(ele, child, ns);
	}
	function getNS(element) {
		const ns = (element.namespace ?? element.attributes?.xmlns)?.toString() ?? "";
		return ns.length > 0 ? ns : null;
	}
	function makeIndent(space) {
		if (typeof space === "number") return " ".repeat(Math.max(0, space));
		if (typeof space === "string") return space;
		return "";
	}
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/_optPlug.node/xmlStringify.js
var require_xmlStringify = /* @__PURE__ */ __commonJSMin(((exports, module, this$4) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	var __importDefault = this$4 && this$4.__importDefault || function(mod) {
		return mod && mod.__esModule ? mod : { "default": mod };
	};
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.default = (0, __importDefault(require__wrapper()).default)("XmlStringifier", [["xmlbuilder2", () => require_xmlbuilder2().default]]);
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/serialize/xmlSerializer.node.js
var require_xmlSerializer_node = /* @__PURE__ */ __commonJSMin(((exports, module, this$3) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	var __importDefault = this$3 && this$3.__importDefault || function(mod) {
		return mod && mod.__esModule ? mod : { "default": mod };
	};
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.XmlSerializer = void 0;
	const errors_1 = require_errors$2();
	const xmlStringify_1 = __importDefault(require_xmlStringify());
	const errors_2 = require_errors$1();
	const xmlBaseSerializer_1 = require_xmlBaseSerializer();
	var XmlSerializer = class extends xmlBaseSerializer_1.XmlBaseSerializer {
		_serialize(normalizedBom, options = {}) {
			try {
				return (0, xmlStringify_1.default)(normalizedBom, options);
			} catch (err) {
				if (err instanceof errors_1.OptPlugError) throw new errors_2.MissingOptionalDependencyError(err.message, err);
				throw err;
			}
		}
	};
	exports.XmlSerializer = XmlSerializer;
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/serialize/index.node.js
var require_index_node = /* @__PURE__ */ __commonJSMin(((exports, module, this$2) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	var __createBinding = this$2 && this$2.__createBinding || (Object.create ? (function(o, m, k, k2) {
		if (k2 === void 0) k2 = k;
		var desc = Object.getOwnPropertyDescriptor(m, k);
		if (!desc || ("get" in desc ? !m.__esModule : desc.writable || desc.configurable)) desc = {
			enumerable: true,
			get: function() {
				return m[k];
			}
		};
		Object.defineProperty(o, k2, desc);
	}) : (function(o, m, k, k2) {
		if (k2 === void 0) k2 = k;
		o[k2] = m[k];
	}));
	var __exportStar = this$2 && this$2.__exportStar || function(m, exports) {
		for (var p in m) if (p !== "default" && !Object.prototype.hasOwnProperty.call(exports, p)) __createBinding(exports, m, p);
	};
	Object.defineProperty(exports, "__esModule", { value: true });
	__exportStar(require_index_common(), exports);
	__exportStar(require_xmlSerializer_node(), exports);
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/spec/_protocol.js
var require__protocol = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports._Spec = void 0;
	const models_1 = require_models();
	var _Spec = class {
		#version;
		#formats;
		#componentTypes;
		#hashAlgorithms;
		#hashValuePattern;
		#externalReferenceTypes;
		#vulnerabilityRatingMethods;
		#supportsDependencyGraph;
		#supportsToolReferences;
		#requiresComponentVersion;
		#supportsProperties;
		#supportsVulnerabilities;
		#supportsComponentEvidence;
		#supportsMetadataLifecycles;
		#supportsMetadataLicenses;
		#supportsMetadataProperties;
		#supportsExternalReferenceHashes;
		#supportsLicenseAcknowledgement;
		#supportsServices;
		#supportsToolsComponentsServices;
		#supportsLicenseProperties;
		constructor(version, formats, componentTypes, hashAlgorithms, hashValuePattern, externalReferenceTypes, supportsDependencyGraph, supportsToolReferences, requiresComponentVersion, supportsProperties, supportsVulnerabilities, vulnerabilityRatingMethods, supportsComponentEvidence, supportsMetadataLifecycles, supportsMetadataLicenses, supportsMetadataProperties, supportsExternalReferenceHashes, supportsLicenseAcknowledgement, supportsServices, supportsToolsComponentsServices, supportsLicenseProperties) {
			this.#version = version;
			this.#formats = new Set(formats);
			this.#componentTypes = new Set(componentTypes);
			this.#hashAlgorithms = new Set(hashAlgorithms);
			this.#hashValuePattern = hashValuePattern;
			this.#externalReferenceTypes = new Set(externalReferenceTypes);
			this.#supportsDependencyGraph = supportsDependencyGraph;
			this.#supportsToolReferences = supportsToolReferences;
			this.#requiresComponentVersion = requiresComponentVersion;
			this.#supportsProperties = supportsProperties;
			this.#supportsVulnerabilities = supportsVulnerabilities;
			this.#vulnerabilityRatingMethods = new Set(vulnerabilityRatingMethods);
			this.#supportsComponentEvidence = supportsComponentEvidence;
			this.#supportsMetadataLifecycles = supportsMetadataLifecycles;
			this.#supportsMetadataLicenses = supportsMetadataLicenses;
			this.#supportsMetadataProperties = supportsMetadataProperties;
			this.#supportsExternalReferenceHashes = supportsExternalReferenceHashes;
			this.#supportsLicenseAcknowledgement = supportsLicenseAcknowledgement;
			this.#supportsServices = supportsServices;
			this.#supportsToolsComponentsServices = supportsToolsComponentsServices;
			this.#supportsLicenseProperties = supportsLicenseProperties;
		}
		get version() {
			return this.#version;
		}
		supportsFormat(f) {
			return this.#formats.has(f);
		}
		supportsComponentType(ct) {
			return this.#componentTypes.has(ct);
		}
		supportsHashAlgorithm(ha) {
			return this.#hashAlgorithms.has(ha);
		}
		supportsHashValue(hv) {
			return typeof hv === "string" && this.#hashValuePattern.test(hv);
		}
		supportsExternalReferenceType(ert) {
			return this.#externalReferenceTypes.has(ert);
		}
		get supportsDependencyGraph() {
			return this.#supportsDependencyGraph;
		}
		get supportsToolReferences() {
			return this.#supportsToolReferences;
		}
		get requiresComponentVersion() {
			return this.#requiresComponentVersion;
		}
		supportsProperties(model) {
			switch (true) {
				case model instanceof models_1.NamedLicense || model instanceof models_1.SpdxLicense: return this.#supportsLicenseProperties;
				default: return this.#supportsProperties;
			}
		}
		get supportsVulnerabilities() {
			return this.#supportsVulnerabilities;
		}
		supportsVulnerabilityRatingMethod(rm) {
			return this.#vulnerabilityRatingMethods.has(rm);
		}
		get supportsComponentEvidence() {
			return this.#supportsComponentEvidence;
		}
		get supportsMetadataLifecycles() {
			return this.#supportsMetadataLifecycles;
		}
		get supportsMetadataLicenses() {
			return this.#supportsMetadataLicenses;
		}
		get supportsMetadataProperties() {
			return this.#supportsMetadataProperties;
		}
		get supportsExternalReferenceHashes() {
			return this.#supportsExternalReferenceHashes;
		}
		get supportsLicenseAcknowledgement() {
			return this.#supportsLicenseAcknowledgement;
		}
		get supportsServices() {
			return this.#supportsServices;
		}
		get supportsToolsComponentsServices() {
			return this.#supportsToolsComponentsServices;
		}
	};
	exports._Spec = _Spec;
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/spec/consts.js
var require_consts = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.SpecVersionDict = exports.Spec1dot7 = exports.Spec1dot6 = exports.Spec1dot5 = exports.Spec1dot4 = exports.Spec1dot3 = exports.Spec1dot2 = void 0;
	const componentType_1 = require_componentType();
	const externalReferenceType_1 = require_externalReferenceType();
	const hashAlogorithm_1 = require_hashAlogorithm();
	const ratingMethod_1 = require_ratingMethod();
	const _protocol_1 = require__protocol();
	const enums_1 = require_enums();
	exports.Spec1dot2 = Object.freeze(new _protocol_1._Spec(enums_1.Version.v1dot2, [enums_1.Format.XML, enums_1.Format.JSON], [
		componentType_1.ComponentType.Application,
		componentType_1.ComponentType.Framework,
		componentType_1.ComponentType.Library,
		componentType_1.ComponentType.Container,
		componentType_1.ComponentType.OperatingSystem,
		componentType_1.ComponentType.Device,
		componentType_1.ComponentType.Firmware,
		componentType_1.ComponentType.File
	], [
		hashAlogorithm_1.HashAlgorithm.MD5,
		hashAlogorithm_1.HashAlgorithm["SHA-1"],
		hashAlogorithm_1.HashAlgorithm["SHA-256"],
		hashAlogorithm_1.HashAlgorithm["SHA-384"],
		hashAlogorithm_1.HashAlgorithm["SHA-512"],
		hashAlogorithm_1.HashAlgorithm["SHA3-256"],
		hashAlogorithm_1.HashAlgorithm["SHA3-384"],
		hashAlogorithm_1.HashAlgorithm["SHA3-512"],
		hashAlogorithm_1.HashAlgorithm["BLAKE2b-256"],
		hashAlogorithm_1.HashAlgorithm["BLAKE2b-384"],
		hashAlogorithm_1.HashAlgorithm["BLAKE2b-512"],
		hashAlogorithm_1.HashAlgorithm.BLAKE3
	], /^([a-fA-F0-9]{32})$|^([a-fA-F0-9]{40})$|^([a-fA-F0-9]{64})$|^([a-fA-F0-9]{96})$|^([a-fA-F0-9]{128})$/, [
		externalReferenceType_1.ExternalReferenceType.VCS,
		externalReferenceType_1.ExternalReferenceType.IssueTracker,
		externalReferenceType_1.ExternalReferenceType.Website,
		externalReferenceType_1.ExternalReferenceType.Advisories,
		externalReferenceType_1.ExternalReferenceType.BOM,
		externalReferenceType_1.ExternalReferenceType.MailingList,
		externalReferenceType_1.ExternalReferenceType.Social,
		externalReferenceType_1.ExternalReferenceType.Chat,
		externalReferenceType_1.ExternalReferenceType.Documentation,
		externalReferenceType_1.ExternalReferenceType.Support,
		externalReferenceType_1.ExternalReferenceType.Distribution,
		externalReferenceType_1.ExternalReferenceType.License,
		externalReferenceType_1.ExternalReferenceType.BuildMeta,
		externalReferenceType_1.ExternalReferenceType.BuildSystem,
		externalReferenceType_1.ExternalReferenceType.Other
	], true, false, true, false, false, [], false, false, false, false, false, false, true, false, false));
	exports.Spec1dot3 = Object.freeze(new _protocol_1._Spec(enums_1.Version.v1dot3, [enums_1.Format.XML, enums_1.Format.JSON], [
		componentType_1.ComponentType.Application,
		componentType_1.ComponentType.Framework,
		componentType_1.ComponentType.Library,
		componentType_1.ComponentType.Container,
		componentType_1.ComponentType.OperatingSystem,
		componentType_1.ComponentType.Device,
		componentType_1.ComponentType.Firmware,
		componentType_1.ComponentType.File
	], [
		hashAlogorithm_1.HashAlgorithm.MD5,
		hashAlogorithm_1.HashAlgorithm["SHA-1"],
		hashAlogorithm_1.HashAlgorithm["SHA-256"],
		hashAlogorithm_1.HashAlgorithm["SHA-384"],
		hashAlogorithm_1.HashAlgorithm["SHA-512"],
		hashAlogorithm_1.HashAlgorithm["SHA3-256"],
		hashAlogorithm_1.HashAlgorithm["SHA3-384"],
		hashAlogorithm_1.HashAlgorithm["SHA3-512"],
		hashAlogorithm_1.HashAlgorithm["BLAKE2b-256"],
		hashAlogorithm_1.HashAlgorithm["BLAKE2b-384"],
		hashAlogorithm_1.HashAlgorithm["BLAKE2b-512"],
		hashAlogorithm_1.HashAlgorithm.BLAKE3
	], /^([a-fA-F0-9]{32})$|^([a-fA-F0-9]{40})$|^([a-fA-F0-9]{64})$|^([a-fA-F0-9]{96})$|^([a-fA-F0-9]{128})$/, [
		externalReferenceType_1.ExternalReferenceType.VCS,
		externalReferenceType_1.ExternalReferenceType.IssueTracker,
		externalReferenceType_1.ExternalReferenceType.Website,
		externalReferenceType_1.ExternalReferenceType.Advisories,
		externalReferenceType_1.ExternalReferenceType.BOM,
		externalReferenceType_1.ExternalReferenceType.MailingList,
		externalReferenceType_1.ExternalReferenceType.Social,
		externalReferenceType_1.ExternalReferenceType.Chat,
		externalReferenceType_1.ExternalReferenceType.Documentation,
		externalReferenceType_1.ExternalReferenceType.Support,
		externalReferenceType_1.ExternalReferenceType.Distribution,
		externalReferenceType_1.ExternalReferenceType.License,
		externalReferenceType_1.ExternalReferenceType.BuildMeta,
		externalReferenceType_1.ExternalReferenceType.BuildSystem,
		externalReferenceType_1.ExternalReferenceType.Other
	], true, false, true, true, false, [], true, false, true, true, true, false, true, false, false));
	exports.Spec1dot4 = Object.freeze(new _protocol_1._Spec(enums_1.Version.v1dot4, [enums_1.Format.XML, enums_1.Format.JSON], [
		componentType_1.ComponentType.Application,
		componentType_1.ComponentType.Framework,
		componentType_1.ComponentType.Library,
		componentType_1.ComponentType.Container,
		componentType_1.ComponentType.OperatingSystem,
		componentType_1.ComponentType.Device,
		componentType_1.ComponentType.Firmware,
		componentType_1.ComponentType.File
	], [
		hashAlogorithm_1.HashAlgorithm.MD5,
		hashAlogorithm_1.HashAlgorithm["SHA-1"],
		hashAlogorithm_1.HashAlgorithm["SHA-256"],
		hashAlogorithm_1.HashAlgorithm["SHA-384"],
		hashAlogorithm_1.HashAlgorithm["SHA-512"],
		hashAlogorithm_1.HashAlgorithm["SHA3-256"],
		hashAlogorithm_1.HashAlgorithm["SHA3-384"],
		hashAlogorithm_1.HashAlgorithm["SHA3-512"],
		hashAlogorithm_1.HashAlgorithm["BLAKE2b-256"],
		hashAlogorithm_1.HashAlgorithm["BLAKE2b-384"],
		hashAlogorithm_1.HashAlgorithm["BLAKE2b-512"],
		hashAlogorithm_1.HashAlgorithm.BLAKE3
	], /^([a-fA-F0-9]{32})$|^([a-fA-F0-9]{40})$|^([a-fA-F0-9]{64})$|^([a-fA-F0-9]{96})$|^([a-fA-F0-9]{128})$/, [
		externalReferenceType_1.ExternalReferenceType.VCS,
		externalReferenceType_1.ExternalReferenceType.IssueTracker,
		externalReferenceType_1.ExternalReferenceType.Website,
		externalReferenceType_1.ExternalReferenceType.Advisories,
		externalReferenceType_1.ExternalReferenceType.BOM,
		externalReferenceType_1.ExternalReferenceType.MailingList,
		externalReferenceType_1.ExternalReferenceType.Social,
		externalReferenceType_1.ExternalReferenceType.Chat,
		externalReferenceType_1.ExternalReferenceType.Documentation,
		externalReferenceType_1.ExternalReferenceType.Support,
		externalReferenceType_1.ExternalReferenceType.Distribution,
		externalReferenceType_1.ExternalReferenceType.License,
		externalReferenceType_1.ExternalReferenceType.BuildMeta,
		externalReferenceType_1.ExternalReferenceType.BuildSystem,
		externalReferenceType_1.ExternalReferenceType.ReleaseNotes,
		externalReferenceType_1.ExternalReferenceType.Other
	], true, true, false, true, true, [
		ratingMethod_1.RatingMethod.CVSSv2,
		ratingMethod_1.RatingMethod.CVSSv3,
		ratingMethod_1.RatingMethod.CVSSv31,
		ratingMethod_1.RatingMethod.OWASP,
		ratingMethod_1.RatingMethod.Other
	], true, false, true, true, true, false, true, false, false));
	exports.Spec1dot5 = Object.freeze(new _protocol_1._Spec(enums_1.Version.v1dot5, [enums_1.Format.XML, enums_1.Format.JSON], [
		componentType_1.ComponentType.Application,
		componentType_1.ComponentType.Framework,
		componentType_1.ComponentType.Library,
		componentType_1.ComponentType.Container,
		componentType_1.ComponentType.Platform,
		componentType_1.ComponentType.OperatingSystem,
		componentType_1.ComponentType.Device,
		componentType_1.ComponentType.DeviceDriver,
		componentType_1.ComponentType.Firmware,
		componentType_1.ComponentType.File,
		componentType_1.ComponentType.MachineLearningModel,
		componentType_1.ComponentType.Data
	], [
		hashAlogorithm_1.HashAlgorithm.MD5,
		hashAlogorithm_1.HashAlgorithm["SHA-1"],
		hashAlogorithm_1.HashAlgorithm["SHA-256"],
		hashAlogorithm_1.HashAlgorithm["SHA-384"],
		hashAlogorithm_1.HashAlgorithm["SHA-512"],
		hashAlogorithm_1.HashAlgorithm["SHA3-256"],
		hashAlogorithm_1.HashAlgorithm["SHA3-384"],
		hashAlogorithm_1.HashAlgorithm["SHA3-512"],
		hashAlogorithm_1.HashAlgorithm["BLAKE2b-256"],
		hashAlogorithm_1.HashAlgorithm["BLAKE2b-384"],
		hashAlogorithm_1.HashAlgorithm["BLAKE2b-512"],
		hashAlogorithm_1.HashAlgorithm.BLAKE3
	], /^([a-fA-F0-9]{32})$|^([a-fA-F0-9]{40})$|^([a-fA-F0-9]{64})$|^([a-fA-F0-9]{96})$|^([a-fA-F0-9]{128})$/, [
		externalReferenceType_1.ExternalReferenceType.VCS,
		externalReferenceType_1.ExternalReferenceType.IssueTracker,
		externalReferenceType_1.ExternalReferenceType.Website,
		externalReferenceType_1.ExternalReferenceType.Advisories,
		externalReferenceType_1.ExternalReferenceType.BOM,
		externalReferenceType_1.ExternalReferenceType.MailingList,
		externalReferenceType_1.ExternalReferenceType.Social,
		externalReferenceType_1.ExternalReferenceType.Chat,
		externalReferenceType_1.ExternalReferenceType.Documentation,
		externalReferenceType_1.ExternalReferenceType.Support,
		externalReferenceType_1.ExternalReferenceType.Distribution,
		externalReferenceType_1.ExternalReferenceType.DistributionIntake,
		externalReferenceType_1.ExternalReferenceType.License,
		externalReferenceType_1.ExternalReferenceType.BuildMeta,
		externalReferenceType_1.ExternalReferenceType.BuildSystem,
		externalReferenceType_1.ExternalReferenceType.ReleaseNotes,
		externalReferenceType_1.ExternalReferenceType.SecurityContact,
		externalReferenceType_1.ExternalReferenceType.ModelCard,
		externalReferenceType_1.ExternalReferenceType.Log,
		externalReferenceType_1.ExternalReferenceType.Configuration,
		externalReferenceType_1.ExternalReferenceType.Evidence,
		externalReferenceType_1.ExternalReferenceType.Formulation,
		externalReferenceType_1.ExternalReferenceType.Attestation,
		externalReferenceType_1.ExternalReferenceType.ThreatModel,
		externalReferenceType_1.ExternalReferenceType.AdversaryModel,
		externalReferenceType_1.ExternalReferenceType.RiskAssessment,
		externalReferenceType_1.ExternalReferenceType.VulnerabilityAssertion,
		externalReferenceType_1.ExternalReferenceType.ExploitabilityStatement,
		externalReferenceType_1.ExternalReferenceType.PentestReport,
		externalReferenceType_1.ExternalReferenceType.StaticAnalysisReport,
		externalReferenceType_1.ExternalReferenceType.DynamicAnalysisReport,
		externalReferenceType_1.ExternalReferenceType.RuntimeAnalysisReport,
		externalReferenceType_1.ExternalReferenceType.ComponentAnalysisReport,
		externalReferenceType_1.ExternalReferenceType.MaturityReport,
		externalReferenceType_1.ExternalReferenceType.CertificationReport,
		externalReferenceType_1.ExternalReferenceType.CodifiedInfrastructure,
		externalReferenceType_1.ExternalReferenceType.QualityMetrics,
		externalReferenceType_1.ExternalReferenceType.POAM,
		externalReferenceType_1.ExternalReferenceType.Other
	], true, true, false, true, true, [
		ratingMethod_1.RatingMethod.CVSSv2,
		ratingMethod_1.RatingMethod.CVSSv3,
		ratingMethod_1.RatingMethod.CVSSv31,
		ratingMethod_1.RatingMethod.CVSSv4,
		ratingMethod_1.RatingMethod.OWASP,
		ratingMethod_1.RatingMethod.SSVC,
		ratingMethod_1.RatingMethod.Other
	], true, true, true, true, true, false, true, true, true));
	exports.Spec1dot6 = Object.freeze(new _protocol_1._Spec(enums_1.Version.v1dot6, [enums_1.Format.XML, enums_1.Format.JSON], [
		componentType_1.ComponentType.Application,
		componentType_1.ComponentType.Framework,
		componentType_1.ComponentType.Library,
		componentType_1.ComponentType.Container,
		componentType_1.ComponentType.Platform,
		componentType_1.ComponentType.OperatingSystem,
		componentType_1.ComponentType.Device,
		componentType_1.ComponentType.DeviceDriver,
		componentType_1.ComponentType.Firmware,
		componentType_1.ComponentType.File,
		componentType_1.ComponentType.MachineLearningModel,
		componentType_1.ComponentType.Data,
		componentType_1.ComponentType.CryptographicAsset
	], [
		hashAlogorithm_1.HashAlgorithm.MD5,
		hashAlogorithm_1.HashAlgorithm["SHA-1"],
		hashAlogorithm_1.HashAlgorithm["SHA-256"],
		hashAlogorithm_1.HashAlgorithm["SHA-384"],
		hashAlogorithm_1.HashAlgorithm["SHA-512"],
		hashAlogorithm_1.HashAlgorithm["SHA3-256"],
		hashAlogorithm_1.HashAlgorithm["SHA3-384"],
		hashAlogorithm_1.HashAlgorithm["SHA3-512"],
		hashAlogorithm_1.HashAlgorithm["BLAKE2b-256"],
		hashAlogorithm_1.HashAlgorithm["BLAKE2b-384"],
		hashAlogorithm_1.HashAlgorithm["BLAKE2b-512"],
		hashAlogorithm_1.HashAlgorithm.BLAKE3
	], /^([a-fA-F0-9]{32})$|^([a-fA-F0-9]{40})$|^([a-fA-F0-9]{64})$|^([a-fA-F0-9]{96})$|^([a-fA-F0-9]{128})$/, [
		externalReferenceType_1.ExternalReferenceType.VCS,
		externalReferenceType_1.ExternalReferenceType.IssueTracker,
		externalReferenceType_1.ExternalReferenceType.Website,
		externalReferenceType_1.ExternalReferenceType.Advisories,
		externalReferenceType_1.ExternalReferenceType.BOM,
		externalReferenceType_1.ExternalReferenceType.MailingList,
		externalReferenceType_1.ExternalReferenceType.Social,
		externalReferenceType_1.ExternalReferenceType.Chat,
		externalReferenceType_1.ExternalReferenceType.Documentation,
		externalReferenceType_1.ExternalReferenceType.Support,
		externalReferenceType_1.ExternalReferenceType.SourceDistribution,
		externalReferenceType_1.ExternalReferenceType.Distribution,
		externalReferenceType_1.ExternalReferenceType.DistributionIntake,
		externalReferenceType_1.ExternalReferenceType.License,
		externalReferenceType_1.ExternalReferenceType.BuildMeta,
		externalReferenceType_1.ExternalReferenceType.BuildSystem,
		externalReferenceType_1.ExternalReferenceType.ReleaseNotes,
		externalReferenceType_1.ExternalReferenceType.SecurityContact,
		externalReferenceType_1.ExternalReferenceType.ModelCard,
		externalReferenceType_1.ExternalReferenceType.Log,
		externalReferenceType_1.ExternalReferenceType.Configuration,
		externalReferenceType_1.ExternalReferenceType.Evidence,
		externalReferenceType_1.ExternalReferenceType.Formulation,
		externalReferenceType_1.ExternalReferenceType.Attestation,
		externalReferenceType_1.ExternalReferenceType.ThreatModel,
		externalReferenceType_1.ExternalReferenceType.AdversaryModel,
		externalReferenceType_1.ExternalReferenceType.RiskAssessment,
		externalReferenceType_1.ExternalReferenceType.VulnerabilityAssertion,
		externalReferenceType_1.ExternalReferenceType.ExploitabilityStatement,
		externalReferenceType_1.ExternalReferenceType.PentestReport,
		externalReferenceType_1.ExternalReferenceType.StaticAnalysisReport,
		externalReferenceType_1.ExternalReferenceType.DynamicAnalysisReport,
		externalReferenceType_1.ExternalReferenceType.RuntimeAnalysisReport,
		externalReferenceType_1.ExternalReferenceType.ComponentAnalysisReport,
		externalReferenceType_1.ExternalReferenceType.MaturityReport,
		externalReferenceType_1.ExternalReferenceType.CertificationReport,
		externalReferenceType_1.ExternalReferenceType.CodifiedInfrastructure,
		externalReferenceType_1.ExternalReferenceType.QualityMetrics,
		externalReferenceType_1.ExternalReferenceType.POAM,
		externalReferenceType_1.ExternalReferenceType.ElectronicSignature,
		externalReferenceType_1.ExternalReferenceType.DigitalSignature,
		externalReferenceType_1.ExternalReferenceType.RFC9116,
		externalReferenceType_1.ExternalReferenceType.Other
	], true, true, false, true, true, [
		ratingMethod_1.RatingMethod.CVSSv2,
		ratingMethod_1.RatingMethod.CVSSv3,
		ratingMethod_1.RatingMethod.CVSSv31,
		ratingMethod_1.RatingMethod.CVSSv4,
		ratingMethod_1.RatingMethod.OWASP,
		ratingMethod_1.RatingMethod.SSVC,
		ratingMethod_1.RatingMethod.Other
	], true, true, true, true, true, true, true, true, true));
	exports.Spec1dot7 = Object.freeze(new _protocol_1._Spec(enums_1.Version.v1dot7, [enums_1.Format.XML, enums_1.Format.JSON], [
		componentType_1.ComponentType.Application,
		componentType_1.ComponentType.Framework,
		componentType_1.ComponentType.Library,
		componentType_1.ComponentType.Container,
		componentType_1.ComponentType.Platform,
		componentType_1.ComponentType.OperatingSystem,
		componentType_1.ComponentType.Device,
		componentType_1.ComponentType.DeviceDriver,
		componentType_1.ComponentType.Firmware,
		componentType_1.ComponentType.File,
		componentType_1.ComponentType.MachineLearningModel,
		componentType_1.ComponentType.Data,
		componentType_1.ComponentType.CryptographicAsset
	], [
		hashAlogorithm_1.HashAlgorithm.MD5,
		hashAlogorithm_1.HashAlgorithm["SHA-1"],
		hashAlogorithm_1.HashAlgorithm["SHA-256"],
		hashAlogorithm_1.HashAlgorithm["SHA-384"],
		hashAlogorithm_1.HashAlgorithm["SHA-512"],
		hashAlogorithm_1.HashAlgorithm["SHA3-256"],
		hashAlogorithm_1.HashAlgorithm["SHA3-384"],
		hashAlogorithm_1.HashAlgorithm["SHA3-512"],
		hashAlogorithm_1.HashAlgorithm["BLAKE2b-256"],
		hashAlogorithm_1.HashAlgorithm["BLAKE2b-384"],
		hashAlogorithm_1.HashAlgorithm["BLAKE2b-512"],
		hashAlogorithm_1.HashAlgorithm.BLAKE3,
		hashAlogorithm_1.HashAlgorithm["Streebog-256"],
		hashAlogorithm_1.HashAlgorithm["Streebog-512"]
	], /^([a-fA-F0-9]{32})$|^([a-fA-F0-9]{40})$|^([a-fA-F0-9]{64})$|^([a-fA-F0-9]{96})$|^([a-fA-F0-9]{128})$/, [
		externalReferenceType_1.ExternalReferenceType.VCS,
		externalReferenceType_1.ExternalReferenceType.IssueTracker,
		externalReferenceType_1.ExternalReferenceType.Website,
		externalReferenceType_1.ExternalReferenceType.Advisories,
		externalReferenceType_1.ExternalReferenceType.BOM,
		externalReferenceType_1.ExternalReferenceType.MailingList,
		externalReferenceType_1.ExternalReferenceType.Social,
		externalReferenceType_1.ExternalReferenceType.Chat,
		externalReferenceType_1.ExternalReferenceType.Documentation,
		externalReferenceType_1.ExternalReferenceType.Support,
		externalReferenceType_1.ExternalReferenceType.SourceDistribution,
		externalReferenceType_1.ExternalReferenceType.Distribution,
		externalReferenceType_1.ExternalReferenceType.DistributionIntake,
		externalReferenceType_1.ExternalReferenceType.License,
		externalReferenceType_1.ExternalReferenceType.BuildMeta,
		externalReferenceType_1.ExternalReferenceType.BuildSystem,
		externalReferenceType_1.ExternalReferenceType.ReleaseNotes,
		externalReferenceType_1.ExternalReferenceType.SecurityContact,
		externalReferenceType_1.ExternalReferenceType.ModelCard,
		externalReferenceType_1.ExternalReferenceType.Log,
		externalReferenceType_1.ExternalReferenceType.Configuration,
		externalReferenceType_1.ExternalReferenceType.Evidence,
		externalReferenceType_1.ExternalReferenceType.Formulation,
		externalReferenceType_1.ExternalReferenceType.Attestation,
		externalReferenceType_1.ExternalReferenceType.ThreatModel,
		externalReferenceType_1.ExternalReferenceType.AdversaryModel,
		externalReferenceType_1.ExternalReferenceType.RiskAssessment,
		externalReferenceType_1.ExternalReferenceType.VulnerabilityAssertion,
		externalReferenceType_1.ExternalReferenceType.ExploitabilityStatement,
		externalReferenceType_1.ExternalReferenceType.PentestReport,
		externalReferenceType_1.ExternalReferenceType.StaticAnalysisReport,
		externalReferenceType_1.ExternalReferenceType.DynamicAnalysisReport,
		externalReferenceType_1.ExternalReferenceType.RuntimeAnalysisReport,
		externalReferenceType_1.ExternalReferenceType.ComponentAnalysisReport,
		externalReferenceType_1.ExternalReferenceType.MaturityReport,
		externalReferenceType_1.ExternalReferenceType.CertificationReport,
		externalReferenceType_1.ExternalReferenceType.CodifiedInfrastructure,
		externalReferenceType_1.ExternalReferenceType.QualityMetrics,
		externalReferenceType_1.ExternalReferenceType.POAM,
		externalReferenceType_1.ExternalReferenceType.ElectronicSignature,
		externalReferenceType_1.ExternalReferenceType.DigitalSignature,
		externalReferenceType_1.ExternalReferenceType.RFC9116,
		externalReferenceType_1.ExternalReferenceType.Citation,
		externalReferenceType_1.ExternalReferenceType.Patent,
		externalReferenceType_1.ExternalReferenceType.PatentAssertion,
		externalReferenceType_1.ExternalReferenceType.PatentFamily,
		externalReferenceType_1.ExternalReferenceType.RFC9116,
		externalReferenceType_1.ExternalReferenceType.Other
	], true, true, false, true, true, [
		ratingMethod_1.RatingMethod.CVSSv2,
		ratingMethod_1.RatingMethod.CVSSv3,
		ratingMethod_1.RatingMethod.CVSSv31,
		ratingMethod_1.RatingMethod.CVSSv4,
		ratingMethod_1.RatingMethod.OWASP,
		ratingMethod_1.RatingMethod.SSVC,
		ratingMethod_1.RatingMethod.Other
	], true, true, true, true, true, true, true, true, true));
	exports.SpecVersionDict = Object.freeze({
		[enums_1.Version.v1dot7]: exports.Spec1dot7,
		[enums_1.Version.v1dot6]: exports.Spec1dot6,
		[enums_1.Version.v1dot5]: exports.Spec1dot5,
		[enums_1.Version.v1dot4]: exports.Spec1dot4,
		[enums_1.Version.v1dot3]: exports.Spec1dot3,
		[enums_1.Version.v1dot2]: exports.Spec1dot2
	});
}));
// node_modules/@cyclonedx/cyclonedx-library/dist.node/spec/index.js
var require_spec = /* @__PURE__ */ __commonJSMin(((exports, module, this$1) => {
	/*!
	This file is part of CycloneDX JavaScript Library.
	
	Licensed under the Apache License, Version 2.0 (the "License");
	you may not use this file except in compliance with the License.
	You may obtain a copy of the License at
	
	http://www.apache.org/licenses/LICENSE-2.0
	
	Unless required by applicable law or agreed to in writing, software
	distributed under the License is distributed on an "AS IS" BASIS,
	WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
	See the License for the specific language governing permissions and
	limitations under the License.
	
	SPDX-License-Identifier: Apache-2.0
	Copyright (c) OWASP Foundation. All Rights Reserved.
	*/
	var __createBinding = this$1 && this$1.__createBinding || (Object.create ? (function(o, m, k, k2) {
		if (k2 === void 0) k2 = k;
		var desc = Object.getOwnPropertyDescriptor(m, k);
		if (!desc || ("get" in desc ? !m.__esModule : desc.writable || desc.configurable)) desc = {
			enumerable: true,
			get: function() {
				return m[k];
			}
		};
		Object.defineProperty(o, k2, desc);
	}) : (function(o, m, k, k2) {
		if (k2 === void 0) k2 = k;
		o[k2] = m[k];
	}));
	var __exportStar = this$1 && this$1.__exportStar || function(m, exports) {
		for (var p in m) if (p !== "default" && !Object.prototype.hasOwnProperty.call(exports, p)) __createBinding(exports, m, p);
	};
	Object.defineProperty(exports, "__esModule", { value: true });
	__exportStar(require_consts(), exports);
	__exportStar(require_enums(), exports);
	__exportStar(require_errors(), exports);
}));
// src/package/cyclonedx.ts
var import_enums = /* @__PURE__ */ __toESM(require_enums$1(), 1);
var import_models = /* @__PURE__ */ __toESM(require_models(), 1);
var import_index_node = /* @__PURE__ */ __toESM(require_index_node(), 1);
var import_spec = /* @__PURE__ */ __toESM(require_spec(), 1);
export { import_enums as Enums, import_models as Models, import_index_node as Serialize, import_spec as Spec };
