// @ts-nocheck Ajv wrote this, by scripts/generate-request-checks.mjs.
import type { Checks } from '../http/route.ts';

const openSession_body = validate10;
const schema11 = {"type":"object","properties":{"code":{"type":"string"}},"required":["code"],"$id":"openSession_body"};

function validate10(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="openSession_body" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.code === undefined) && (missing0 = "code")){
validate10.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.code !== undefined){
if(typeof data.code !== "string"){
validate10.errors = [{instancePath:instancePath+"/code",schemaPath:"#/properties/code/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
}
else {
validate10.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate10.errors = vErrors;
return errors === 0;
}

const getTool_query = validate11;
const schema12 = {"type":"object","properties":{"commands":{"type":"array","items":{"type":"string","pattern":"."}},"depth":{"type":"integer","minimum":1}},"required":[],"$id":"getTool_query"};
const pattern0 = new RegExp(".", "u");

function validate11(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="getTool_query" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.commands !== undefined){
let data0 = data.commands;
const _errs1 = errors;
if(errors === _errs1){
if(Array.isArray(data0)){
var valid1 = true;
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
const _errs3 = errors;
if(errors === _errs3){
if(typeof data1 === "string"){
if(!pattern0.test(data1)){
validate11.errors = [{instancePath:instancePath+"/commands/" + i0,schemaPath:"#/properties/commands/items/pattern",keyword:"pattern",params:{pattern: "."},message:"must match pattern \""+"."+"\""}];
return false;
}
}
else {
validate11.errors = [{instancePath:instancePath+"/commands/" + i0,schemaPath:"#/properties/commands/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs3 === errors;
if(!valid1){
break;
}
}
}
else {
validate11.errors = [{instancePath:instancePath+"/commands",schemaPath:"#/properties/commands/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.depth !== undefined){
let data2 = data.depth;
const _errs5 = errors;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
validate11.errors = [{instancePath:instancePath+"/depth",schemaPath:"#/properties/depth/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs5){
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 < 1 || isNaN(data2)){
validate11.errors = [{instancePath:instancePath+"/depth",schemaPath:"#/properties/depth/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
}
}
else {
validate11.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate11.errors = vErrors;
return errors === 0;
}

const loadCommands_body = validate12;
const schema13 = {"type":"object","properties":{"commands":{"type":"array","items":{"type":"string"},"minItems":1,"maxItems":100}},"required":["commands"],"$id":"loadCommands_body"};

function validate12(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="loadCommands_body" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.commands === undefined) && (missing0 = "commands")){
validate12.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.commands !== undefined){
let data0 = data.commands;
const _errs1 = errors;
if(errors === _errs1){
if(Array.isArray(data0)){
if(data0.length > 100){
validate12.errors = [{instancePath:instancePath+"/commands",schemaPath:"#/properties/commands/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items"}];
return false;
}
else {
if(data0.length < 1){
validate12.errors = [{instancePath:instancePath+"/commands",schemaPath:"#/properties/commands/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"}];
return false;
}
else {
var valid1 = true;
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
const _errs3 = errors;
if(typeof data0[i0] !== "string"){
validate12.errors = [{instancePath:instancePath+"/commands/" + i0,schemaPath:"#/properties/commands/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs3 === errors;
if(!valid1){
break;
}
}
}
}
}
else {
validate12.errors = [{instancePath:instancePath+"/commands",schemaPath:"#/properties/commands/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
}
}
}
else {
validate12.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate12.errors = vErrors;
return errors === 0;
}

const discover_body = validate13;
const schema14 = {"type":"object","properties":{"refresh":{"type":"boolean"}},"required":[],"$id":"discover_body"};

function validate13(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="discover_body" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.refresh !== undefined){
if(typeof data.refresh !== "boolean"){
validate13.errors = [{instancePath:instancePath+"/refresh",schemaPath:"#/properties/refresh/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
}
}
else {
validate13.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate13.errors = vErrors;
return errors === 0;
}

const checkCall_body = validate14;
const schema15 = {"type":"object","properties":{"call":{"type":"object","properties":{"id":{"type":"string"},"name":{"type":"string"},"arguments":{"type":"object"}},"required":["id","name","arguments"]},"policy":{"type":"object","properties":{"allowDestructive":{"type":"boolean"},"allowNonReversible":{"type":"boolean"},"allowBillable":{"type":"boolean"},"allowFilesystemDelete":{"type":"boolean"},"allowFilesystemWrite":{"type":"boolean"},"allowNetwork":{"type":"boolean"},"allowInteractive":{"type":"boolean"},"requireReadOnly":{"type":"boolean"},"denyRestricted":{"type":"boolean"},"denyUnknown":{"type":"boolean"},"confirmAll":{"type":"boolean"},"byTrust":{"type":"boolean"},"maxCostEstimate":{"type":"string","enum":["free","low","medium","high"]},"minTrustLevel":{"type":"string","enum":["native","vendor","org","community","user","inferred"]},"sandbox":{"type":"string","enum":["required","preferred","off"]},"preset":{"type":"string"},"levels":{"type":"object","properties":{"notReversible":{"type":"string","enum":["allow","confirm","deny"]},"runsCall":{"type":"string","enum":["allow","confirm","deny"]},"sends":{"type":"string","enum":["allow","confirm","deny"]},"reveals":{"type":"string","enum":["allow","confirm","deny"]},"privilege":{"type":"string","enum":["allow","confirm","deny"]},"writesOutside":{"type":"string","enum":["allow","confirm","deny"]},"untrusted":{"type":"string","enum":["allow","confirm","deny"]},"destructive":{"type":"string","enum":["allow","confirm","deny"]},"billable":{"type":"string","enum":["allow","confirm","deny"]},"network":{"type":"string","enum":["allow","confirm","deny"]},"interactive":{"type":"string","enum":["allow","confirm","deny"]}},"required":[],"additionalProperties":false},"rules":{"type":"array","items":{"type":"object","properties":{"run":{"type":"string"},"decision":{"type":"string","enum":["allow","confirm","deny"]},"given":{"type":"array","items":{"type":"string"}},"without":{"type":"array","items":{"type":"string"}},"where":{"type":"object","additionalProperties":{"type":["string","array"],"items":{"type":"string"}}},"exact":{"type":"boolean"},"project":{"type":"string"},"reason":{"type":"string"},"tightens":{"type":"boolean"},"note":{"type":"string"}},"required":["run","decision"],"additionalProperties":false}},"network":{"type":["string","object"]}},"required":[],"additionalProperties":false},"provider":{"type":"string","enum":["openai","openai-responses","anthropic","gemini","mcp","bedrock"]}},"required":["call"],"$id":"checkCall_body"};
const func2 = Object.prototype.hasOwnProperty;

function validate14(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="checkCall_body" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.call === undefined) && (missing0 = "call")){
validate14.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.call !== undefined){
let data0 = data.call;
const _errs1 = errors;
if(errors === _errs1){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing1;
if((((data0.id === undefined) && (missing1 = "id")) || ((data0.name === undefined) && (missing1 = "name"))) || ((data0.arguments === undefined) && (missing1 = "arguments"))){
validate14.errors = [{instancePath:instancePath+"/call",schemaPath:"#/properties/call/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data0.id !== undefined){
const _errs3 = errors;
if(typeof data0.id !== "string"){
validate14.errors = [{instancePath:instancePath+"/call/id",schemaPath:"#/properties/call/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs3 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.name !== undefined){
const _errs5 = errors;
if(typeof data0.name !== "string"){
validate14.errors = [{instancePath:instancePath+"/call/name",schemaPath:"#/properties/call/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs5 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.arguments !== undefined){
let data3 = data0.arguments;
const _errs7 = errors;
if(!(data3 && typeof data3 == "object" && !Array.isArray(data3))){
validate14.errors = [{instancePath:instancePath+"/call/arguments",schemaPath:"#/properties/call/properties/arguments/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
var valid1 = _errs7 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
else {
validate14.errors = [{instancePath:instancePath+"/call",schemaPath:"#/properties/call/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.policy !== undefined){
let data4 = data.policy;
const _errs9 = errors;
if(errors === _errs9){
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
const _errs11 = errors;
for(const key0 in data4){
if(!(func2.call(schema15.properties.policy.properties, key0))){
validate14.errors = [{instancePath:instancePath+"/policy",schemaPath:"#/properties/policy/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs11 === errors){
if(data4.allowDestructive !== undefined){
const _errs12 = errors;
if(typeof data4.allowDestructive !== "boolean"){
validate14.errors = [{instancePath:instancePath+"/policy/allowDestructive",schemaPath:"#/properties/policy/properties/allowDestructive/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid2 = _errs12 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.allowNonReversible !== undefined){
const _errs14 = errors;
if(typeof data4.allowNonReversible !== "boolean"){
validate14.errors = [{instancePath:instancePath+"/policy/allowNonReversible",schemaPath:"#/properties/policy/properties/allowNonReversible/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid2 = _errs14 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.allowBillable !== undefined){
const _errs16 = errors;
if(typeof data4.allowBillable !== "boolean"){
validate14.errors = [{instancePath:instancePath+"/policy/allowBillable",schemaPath:"#/properties/policy/properties/allowBillable/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid2 = _errs16 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.allowFilesystemDelete !== undefined){
const _errs18 = errors;
if(typeof data4.allowFilesystemDelete !== "boolean"){
validate14.errors = [{instancePath:instancePath+"/policy/allowFilesystemDelete",schemaPath:"#/properties/policy/properties/allowFilesystemDelete/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid2 = _errs18 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.allowFilesystemWrite !== undefined){
const _errs20 = errors;
if(typeof data4.allowFilesystemWrite !== "boolean"){
validate14.errors = [{instancePath:instancePath+"/policy/allowFilesystemWrite",schemaPath:"#/properties/policy/properties/allowFilesystemWrite/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid2 = _errs20 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.allowNetwork !== undefined){
const _errs22 = errors;
if(typeof data4.allowNetwork !== "boolean"){
validate14.errors = [{instancePath:instancePath+"/policy/allowNetwork",schemaPath:"#/properties/policy/properties/allowNetwork/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid2 = _errs22 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.allowInteractive !== undefined){
const _errs24 = errors;
if(typeof data4.allowInteractive !== "boolean"){
validate14.errors = [{instancePath:instancePath+"/policy/allowInteractive",schemaPath:"#/properties/policy/properties/allowInteractive/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid2 = _errs24 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.requireReadOnly !== undefined){
const _errs26 = errors;
if(typeof data4.requireReadOnly !== "boolean"){
validate14.errors = [{instancePath:instancePath+"/policy/requireReadOnly",schemaPath:"#/properties/policy/properties/requireReadOnly/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid2 = _errs26 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.denyRestricted !== undefined){
const _errs28 = errors;
if(typeof data4.denyRestricted !== "boolean"){
validate14.errors = [{instancePath:instancePath+"/policy/denyRestricted",schemaPath:"#/properties/policy/properties/denyRestricted/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid2 = _errs28 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.denyUnknown !== undefined){
const _errs30 = errors;
if(typeof data4.denyUnknown !== "boolean"){
validate14.errors = [{instancePath:instancePath+"/policy/denyUnknown",schemaPath:"#/properties/policy/properties/denyUnknown/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid2 = _errs30 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.confirmAll !== undefined){
const _errs32 = errors;
if(typeof data4.confirmAll !== "boolean"){
validate14.errors = [{instancePath:instancePath+"/policy/confirmAll",schemaPath:"#/properties/policy/properties/confirmAll/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid2 = _errs32 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.byTrust !== undefined){
const _errs34 = errors;
if(typeof data4.byTrust !== "boolean"){
validate14.errors = [{instancePath:instancePath+"/policy/byTrust",schemaPath:"#/properties/policy/properties/byTrust/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid2 = _errs34 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.maxCostEstimate !== undefined){
let data17 = data4.maxCostEstimate;
const _errs36 = errors;
if(typeof data17 !== "string"){
validate14.errors = [{instancePath:instancePath+"/policy/maxCostEstimate",schemaPath:"#/properties/policy/properties/maxCostEstimate/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!((((data17 === "free") || (data17 === "low")) || (data17 === "medium")) || (data17 === "high"))){
validate14.errors = [{instancePath:instancePath+"/policy/maxCostEstimate",schemaPath:"#/properties/policy/properties/maxCostEstimate/enum",keyword:"enum",params:{allowedValues: schema15.properties.policy.properties.maxCostEstimate.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid2 = _errs36 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.minTrustLevel !== undefined){
let data18 = data4.minTrustLevel;
const _errs38 = errors;
if(typeof data18 !== "string"){
validate14.errors = [{instancePath:instancePath+"/policy/minTrustLevel",schemaPath:"#/properties/policy/properties/minTrustLevel/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!((((((data18 === "native") || (data18 === "vendor")) || (data18 === "org")) || (data18 === "community")) || (data18 === "user")) || (data18 === "inferred"))){
validate14.errors = [{instancePath:instancePath+"/policy/minTrustLevel",schemaPath:"#/properties/policy/properties/minTrustLevel/enum",keyword:"enum",params:{allowedValues: schema15.properties.policy.properties.minTrustLevel.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid2 = _errs38 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.sandbox !== undefined){
let data19 = data4.sandbox;
const _errs40 = errors;
if(typeof data19 !== "string"){
validate14.errors = [{instancePath:instancePath+"/policy/sandbox",schemaPath:"#/properties/policy/properties/sandbox/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data19 === "required") || (data19 === "preferred")) || (data19 === "off"))){
validate14.errors = [{instancePath:instancePath+"/policy/sandbox",schemaPath:"#/properties/policy/properties/sandbox/enum",keyword:"enum",params:{allowedValues: schema15.properties.policy.properties.sandbox.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid2 = _errs40 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.preset !== undefined){
const _errs42 = errors;
if(typeof data4.preset !== "string"){
validate14.errors = [{instancePath:instancePath+"/policy/preset",schemaPath:"#/properties/policy/properties/preset/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs42 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.levels !== undefined){
let data21 = data4.levels;
const _errs44 = errors;
if(errors === _errs44){
if(data21 && typeof data21 == "object" && !Array.isArray(data21)){
const _errs46 = errors;
for(const key1 in data21){
if(!(func2.call(schema15.properties.policy.properties.levels.properties, key1))){
validate14.errors = [{instancePath:instancePath+"/policy/levels",schemaPath:"#/properties/policy/properties/levels/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs46 === errors){
if(data21.notReversible !== undefined){
let data22 = data21.notReversible;
const _errs47 = errors;
if(typeof data22 !== "string"){
validate14.errors = [{instancePath:instancePath+"/policy/levels/notReversible",schemaPath:"#/properties/policy/properties/levels/properties/notReversible/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data22 === "allow") || (data22 === "confirm")) || (data22 === "deny"))){
validate14.errors = [{instancePath:instancePath+"/policy/levels/notReversible",schemaPath:"#/properties/policy/properties/levels/properties/notReversible/enum",keyword:"enum",params:{allowedValues: schema15.properties.policy.properties.levels.properties.notReversible.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid3 = _errs47 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data21.runsCall !== undefined){
let data23 = data21.runsCall;
const _errs49 = errors;
if(typeof data23 !== "string"){
validate14.errors = [{instancePath:instancePath+"/policy/levels/runsCall",schemaPath:"#/properties/policy/properties/levels/properties/runsCall/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data23 === "allow") || (data23 === "confirm")) || (data23 === "deny"))){
validate14.errors = [{instancePath:instancePath+"/policy/levels/runsCall",schemaPath:"#/properties/policy/properties/levels/properties/runsCall/enum",keyword:"enum",params:{allowedValues: schema15.properties.policy.properties.levels.properties.runsCall.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid3 = _errs49 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data21.sends !== undefined){
let data24 = data21.sends;
const _errs51 = errors;
if(typeof data24 !== "string"){
validate14.errors = [{instancePath:instancePath+"/policy/levels/sends",schemaPath:"#/properties/policy/properties/levels/properties/sends/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data24 === "allow") || (data24 === "confirm")) || (data24 === "deny"))){
validate14.errors = [{instancePath:instancePath+"/policy/levels/sends",schemaPath:"#/properties/policy/properties/levels/properties/sends/enum",keyword:"enum",params:{allowedValues: schema15.properties.policy.properties.levels.properties.sends.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid3 = _errs51 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data21.reveals !== undefined){
let data25 = data21.reveals;
const _errs53 = errors;
if(typeof data25 !== "string"){
validate14.errors = [{instancePath:instancePath+"/policy/levels/reveals",schemaPath:"#/properties/policy/properties/levels/properties/reveals/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data25 === "allow") || (data25 === "confirm")) || (data25 === "deny"))){
validate14.errors = [{instancePath:instancePath+"/policy/levels/reveals",schemaPath:"#/properties/policy/properties/levels/properties/reveals/enum",keyword:"enum",params:{allowedValues: schema15.properties.policy.properties.levels.properties.reveals.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid3 = _errs53 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data21.privilege !== undefined){
let data26 = data21.privilege;
const _errs55 = errors;
if(typeof data26 !== "string"){
validate14.errors = [{instancePath:instancePath+"/policy/levels/privilege",schemaPath:"#/properties/policy/properties/levels/properties/privilege/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data26 === "allow") || (data26 === "confirm")) || (data26 === "deny"))){
validate14.errors = [{instancePath:instancePath+"/policy/levels/privilege",schemaPath:"#/properties/policy/properties/levels/properties/privilege/enum",keyword:"enum",params:{allowedValues: schema15.properties.policy.properties.levels.properties.privilege.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid3 = _errs55 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data21.writesOutside !== undefined){
let data27 = data21.writesOutside;
const _errs57 = errors;
if(typeof data27 !== "string"){
validate14.errors = [{instancePath:instancePath+"/policy/levels/writesOutside",schemaPath:"#/properties/policy/properties/levels/properties/writesOutside/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data27 === "allow") || (data27 === "confirm")) || (data27 === "deny"))){
validate14.errors = [{instancePath:instancePath+"/policy/levels/writesOutside",schemaPath:"#/properties/policy/properties/levels/properties/writesOutside/enum",keyword:"enum",params:{allowedValues: schema15.properties.policy.properties.levels.properties.writesOutside.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid3 = _errs57 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data21.untrusted !== undefined){
let data28 = data21.untrusted;
const _errs59 = errors;
if(typeof data28 !== "string"){
validate14.errors = [{instancePath:instancePath+"/policy/levels/untrusted",schemaPath:"#/properties/policy/properties/levels/properties/untrusted/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data28 === "allow") || (data28 === "confirm")) || (data28 === "deny"))){
validate14.errors = [{instancePath:instancePath+"/policy/levels/untrusted",schemaPath:"#/properties/policy/properties/levels/properties/untrusted/enum",keyword:"enum",params:{allowedValues: schema15.properties.policy.properties.levels.properties.untrusted.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid3 = _errs59 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data21.destructive !== undefined){
let data29 = data21.destructive;
const _errs61 = errors;
if(typeof data29 !== "string"){
validate14.errors = [{instancePath:instancePath+"/policy/levels/destructive",schemaPath:"#/properties/policy/properties/levels/properties/destructive/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data29 === "allow") || (data29 === "confirm")) || (data29 === "deny"))){
validate14.errors = [{instancePath:instancePath+"/policy/levels/destructive",schemaPath:"#/properties/policy/properties/levels/properties/destructive/enum",keyword:"enum",params:{allowedValues: schema15.properties.policy.properties.levels.properties.destructive.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid3 = _errs61 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data21.billable !== undefined){
let data30 = data21.billable;
const _errs63 = errors;
if(typeof data30 !== "string"){
validate14.errors = [{instancePath:instancePath+"/policy/levels/billable",schemaPath:"#/properties/policy/properties/levels/properties/billable/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data30 === "allow") || (data30 === "confirm")) || (data30 === "deny"))){
validate14.errors = [{instancePath:instancePath+"/policy/levels/billable",schemaPath:"#/properties/policy/properties/levels/properties/billable/enum",keyword:"enum",params:{allowedValues: schema15.properties.policy.properties.levels.properties.billable.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid3 = _errs63 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data21.network !== undefined){
let data31 = data21.network;
const _errs65 = errors;
if(typeof data31 !== "string"){
validate14.errors = [{instancePath:instancePath+"/policy/levels/network",schemaPath:"#/properties/policy/properties/levels/properties/network/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data31 === "allow") || (data31 === "confirm")) || (data31 === "deny"))){
validate14.errors = [{instancePath:instancePath+"/policy/levels/network",schemaPath:"#/properties/policy/properties/levels/properties/network/enum",keyword:"enum",params:{allowedValues: schema15.properties.policy.properties.levels.properties.network.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid3 = _errs65 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data21.interactive !== undefined){
let data32 = data21.interactive;
const _errs67 = errors;
if(typeof data32 !== "string"){
validate14.errors = [{instancePath:instancePath+"/policy/levels/interactive",schemaPath:"#/properties/policy/properties/levels/properties/interactive/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data32 === "allow") || (data32 === "confirm")) || (data32 === "deny"))){
validate14.errors = [{instancePath:instancePath+"/policy/levels/interactive",schemaPath:"#/properties/policy/properties/levels/properties/interactive/enum",keyword:"enum",params:{allowedValues: schema15.properties.policy.properties.levels.properties.interactive.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid3 = _errs67 === errors;
}
else {
var valid3 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate14.errors = [{instancePath:instancePath+"/policy/levels",schemaPath:"#/properties/policy/properties/levels/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid2 = _errs44 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.rules !== undefined){
let data33 = data4.rules;
const _errs69 = errors;
if(errors === _errs69){
if(Array.isArray(data33)){
var valid4 = true;
const len0 = data33.length;
for(let i0=0; i0<len0; i0++){
let data34 = data33[i0];
const _errs71 = errors;
if(errors === _errs71){
if(data34 && typeof data34 == "object" && !Array.isArray(data34)){
let missing2;
if(((data34.run === undefined) && (missing2 = "run")) || ((data34.decision === undefined) && (missing2 = "decision"))){
validate14.errors = [{instancePath:instancePath+"/policy/rules/" + i0,schemaPath:"#/properties/policy/properties/rules/items/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'"}];
return false;
}
else {
const _errs73 = errors;
for(const key2 in data34){
if(!(func2.call(schema15.properties.policy.properties.rules.items.properties, key2))){
validate14.errors = [{instancePath:instancePath+"/policy/rules/" + i0,schemaPath:"#/properties/policy/properties/rules/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs73 === errors){
if(data34.run !== undefined){
const _errs74 = errors;
if(typeof data34.run !== "string"){
validate14.errors = [{instancePath:instancePath+"/policy/rules/" + i0+"/run",schemaPath:"#/properties/policy/properties/rules/items/properties/run/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid5 = _errs74 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data34.decision !== undefined){
let data36 = data34.decision;
const _errs76 = errors;
if(typeof data36 !== "string"){
validate14.errors = [{instancePath:instancePath+"/policy/rules/" + i0+"/decision",schemaPath:"#/properties/policy/properties/rules/items/properties/decision/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data36 === "allow") || (data36 === "confirm")) || (data36 === "deny"))){
validate14.errors = [{instancePath:instancePath+"/policy/rules/" + i0+"/decision",schemaPath:"#/properties/policy/properties/rules/items/properties/decision/enum",keyword:"enum",params:{allowedValues: schema15.properties.policy.properties.rules.items.properties.decision.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid5 = _errs76 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data34.given !== undefined){
let data37 = data34.given;
const _errs78 = errors;
if(errors === _errs78){
if(Array.isArray(data37)){
var valid6 = true;
const len1 = data37.length;
for(let i1=0; i1<len1; i1++){
const _errs80 = errors;
if(typeof data37[i1] !== "string"){
validate14.errors = [{instancePath:instancePath+"/policy/rules/" + i0+"/given/" + i1,schemaPath:"#/properties/policy/properties/rules/items/properties/given/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid6 = _errs80 === errors;
if(!valid6){
break;
}
}
}
else {
validate14.errors = [{instancePath:instancePath+"/policy/rules/" + i0+"/given",schemaPath:"#/properties/policy/properties/rules/items/properties/given/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid5 = _errs78 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data34.without !== undefined){
let data39 = data34.without;
const _errs82 = errors;
if(errors === _errs82){
if(Array.isArray(data39)){
var valid7 = true;
const len2 = data39.length;
for(let i2=0; i2<len2; i2++){
const _errs84 = errors;
if(typeof data39[i2] !== "string"){
validate14.errors = [{instancePath:instancePath+"/policy/rules/" + i0+"/without/" + i2,schemaPath:"#/properties/policy/properties/rules/items/properties/without/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid7 = _errs84 === errors;
if(!valid7){
break;
}
}
}
else {
validate14.errors = [{instancePath:instancePath+"/policy/rules/" + i0+"/without",schemaPath:"#/properties/policy/properties/rules/items/properties/without/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid5 = _errs82 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data34.where !== undefined){
let data41 = data34.where;
const _errs86 = errors;
if(errors === _errs86){
if(data41 && typeof data41 == "object" && !Array.isArray(data41)){
for(const key3 in data41){
let data42 = data41[key3];
const _errs89 = errors;
if((typeof data42 !== "string") && (!(Array.isArray(data42)))){
validate14.errors = [{instancePath:instancePath+"/policy/rules/" + i0+"/where/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/policy/properties/rules/items/properties/where/additionalProperties/type",keyword:"type",params:{type: schema15.properties.policy.properties.rules.items.properties.where.additionalProperties.type},message:"must be string,array"}];
return false;
}
if(errors === _errs89){
if(Array.isArray(data42)){
var valid9 = true;
const len3 = data42.length;
for(let i3=0; i3<len3; i3++){
const _errs91 = errors;
if(typeof data42[i3] !== "string"){
validate14.errors = [{instancePath:instancePath+"/policy/rules/" + i0+"/where/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i3,schemaPath:"#/properties/policy/properties/rules/items/properties/where/additionalProperties/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid9 = _errs91 === errors;
if(!valid9){
break;
}
}
}
}
var valid8 = _errs89 === errors;
if(!valid8){
break;
}
}
}
else {
validate14.errors = [{instancePath:instancePath+"/policy/rules/" + i0+"/where",schemaPath:"#/properties/policy/properties/rules/items/properties/where/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid5 = _errs86 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data34.exact !== undefined){
const _errs93 = errors;
if(typeof data34.exact !== "boolean"){
validate14.errors = [{instancePath:instancePath+"/policy/rules/" + i0+"/exact",schemaPath:"#/properties/policy/properties/rules/items/properties/exact/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid5 = _errs93 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data34.project !== undefined){
const _errs95 = errors;
if(typeof data34.project !== "string"){
validate14.errors = [{instancePath:instancePath+"/policy/rules/" + i0+"/project",schemaPath:"#/properties/policy/properties/rules/items/properties/project/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid5 = _errs95 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data34.reason !== undefined){
const _errs97 = errors;
if(typeof data34.reason !== "string"){
validate14.errors = [{instancePath:instancePath+"/policy/rules/" + i0+"/reason",schemaPath:"#/properties/policy/properties/rules/items/properties/reason/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid5 = _errs97 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data34.tightens !== undefined){
const _errs99 = errors;
if(typeof data34.tightens !== "boolean"){
validate14.errors = [{instancePath:instancePath+"/policy/rules/" + i0+"/tightens",schemaPath:"#/properties/policy/properties/rules/items/properties/tightens/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid5 = _errs99 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data34.note !== undefined){
const _errs101 = errors;
if(typeof data34.note !== "string"){
validate14.errors = [{instancePath:instancePath+"/policy/rules/" + i0+"/note",schemaPath:"#/properties/policy/properties/rules/items/properties/note/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid5 = _errs101 === errors;
}
else {
var valid5 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate14.errors = [{instancePath:instancePath+"/policy/rules/" + i0,schemaPath:"#/properties/policy/properties/rules/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid4 = _errs71 === errors;
if(!valid4){
break;
}
}
}
else {
validate14.errors = [{instancePath:instancePath+"/policy/rules",schemaPath:"#/properties/policy/properties/rules/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid2 = _errs69 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.network !== undefined){
let data49 = data4.network;
const _errs103 = errors;
if((typeof data49 !== "string") && (!(data49 && typeof data49 == "object" && !Array.isArray(data49)))){
validate14.errors = [{instancePath:instancePath+"/policy/network",schemaPath:"#/properties/policy/properties/network/type",keyword:"type",params:{type: schema15.properties.policy.properties.network.type},message:"must be string,object"}];
return false;
}
var valid2 = _errs103 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate14.errors = [{instancePath:instancePath+"/policy",schemaPath:"#/properties/policy/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.provider !== undefined){
let data50 = data.provider;
const _errs105 = errors;
if(typeof data50 !== "string"){
validate14.errors = [{instancePath:instancePath+"/provider",schemaPath:"#/properties/provider/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!((((((data50 === "openai") || (data50 === "openai-responses")) || (data50 === "anthropic")) || (data50 === "gemini")) || (data50 === "mcp")) || (data50 === "bedrock"))){
validate14.errors = [{instancePath:instancePath+"/provider",schemaPath:"#/properties/provider/enum",keyword:"enum",params:{allowedValues: schema15.properties.provider.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid0 = _errs105 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validate14.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate14.errors = vErrors;
return errors === 0;
}

const startCall_body = validate15;
const schema16 = {"type":"object","properties":{"call":{"type":"object","properties":{"id":{"type":"string"},"name":{"type":"string"},"arguments":{"type":"object"}},"required":["id","name","arguments"]},"policy":{"type":"object","properties":{"allowDestructive":{"type":"boolean"},"allowNonReversible":{"type":"boolean"},"allowBillable":{"type":"boolean"},"allowFilesystemDelete":{"type":"boolean"},"allowFilesystemWrite":{"type":"boolean"},"allowNetwork":{"type":"boolean"},"allowInteractive":{"type":"boolean"},"requireReadOnly":{"type":"boolean"},"denyRestricted":{"type":"boolean"},"denyUnknown":{"type":"boolean"},"confirmAll":{"type":"boolean"},"byTrust":{"type":"boolean"},"maxCostEstimate":{"type":"string","enum":["free","low","medium","high"]},"minTrustLevel":{"type":"string","enum":["native","vendor","org","community","user","inferred"]},"sandbox":{"type":"string","enum":["required","preferred","off"]},"preset":{"type":"string"},"levels":{"type":"object","properties":{"notReversible":{"type":"string","enum":["allow","confirm","deny"]},"runsCall":{"type":"string","enum":["allow","confirm","deny"]},"sends":{"type":"string","enum":["allow","confirm","deny"]},"reveals":{"type":"string","enum":["allow","confirm","deny"]},"privilege":{"type":"string","enum":["allow","confirm","deny"]},"writesOutside":{"type":"string","enum":["allow","confirm","deny"]},"untrusted":{"type":"string","enum":["allow","confirm","deny"]},"destructive":{"type":"string","enum":["allow","confirm","deny"]},"billable":{"type":"string","enum":["allow","confirm","deny"]},"network":{"type":"string","enum":["allow","confirm","deny"]},"interactive":{"type":"string","enum":["allow","confirm","deny"]}},"required":[],"additionalProperties":false},"rules":{"type":"array","items":{"type":"object","properties":{"run":{"type":"string"},"decision":{"type":"string","enum":["allow","confirm","deny"]},"given":{"type":"array","items":{"type":"string"}},"without":{"type":"array","items":{"type":"string"}},"where":{"type":"object","additionalProperties":{"type":["string","array"],"items":{"type":"string"}}},"exact":{"type":"boolean"},"project":{"type":"string"},"reason":{"type":"string"},"tightens":{"type":"boolean"},"note":{"type":"string"}},"required":["run","decision"],"additionalProperties":false}},"network":{"type":["string","object"]}},"required":[],"additionalProperties":false},"provider":{"type":"string","enum":["openai","openai-responses","anthropic","gemini","mcp","bedrock"]}},"required":["call"],"$id":"startCall_body"};

function validate15(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="startCall_body" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.call === undefined) && (missing0 = "call")){
validate15.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.call !== undefined){
let data0 = data.call;
const _errs1 = errors;
if(errors === _errs1){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing1;
if((((data0.id === undefined) && (missing1 = "id")) || ((data0.name === undefined) && (missing1 = "name"))) || ((data0.arguments === undefined) && (missing1 = "arguments"))){
validate15.errors = [{instancePath:instancePath+"/call",schemaPath:"#/properties/call/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data0.id !== undefined){
const _errs3 = errors;
if(typeof data0.id !== "string"){
validate15.errors = [{instancePath:instancePath+"/call/id",schemaPath:"#/properties/call/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs3 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.name !== undefined){
const _errs5 = errors;
if(typeof data0.name !== "string"){
validate15.errors = [{instancePath:instancePath+"/call/name",schemaPath:"#/properties/call/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs5 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.arguments !== undefined){
let data3 = data0.arguments;
const _errs7 = errors;
if(!(data3 && typeof data3 == "object" && !Array.isArray(data3))){
validate15.errors = [{instancePath:instancePath+"/call/arguments",schemaPath:"#/properties/call/properties/arguments/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
var valid1 = _errs7 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
else {
validate15.errors = [{instancePath:instancePath+"/call",schemaPath:"#/properties/call/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.policy !== undefined){
let data4 = data.policy;
const _errs9 = errors;
if(errors === _errs9){
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
const _errs11 = errors;
for(const key0 in data4){
if(!(func2.call(schema16.properties.policy.properties, key0))){
validate15.errors = [{instancePath:instancePath+"/policy",schemaPath:"#/properties/policy/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs11 === errors){
if(data4.allowDestructive !== undefined){
const _errs12 = errors;
if(typeof data4.allowDestructive !== "boolean"){
validate15.errors = [{instancePath:instancePath+"/policy/allowDestructive",schemaPath:"#/properties/policy/properties/allowDestructive/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid2 = _errs12 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.allowNonReversible !== undefined){
const _errs14 = errors;
if(typeof data4.allowNonReversible !== "boolean"){
validate15.errors = [{instancePath:instancePath+"/policy/allowNonReversible",schemaPath:"#/properties/policy/properties/allowNonReversible/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid2 = _errs14 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.allowBillable !== undefined){
const _errs16 = errors;
if(typeof data4.allowBillable !== "boolean"){
validate15.errors = [{instancePath:instancePath+"/policy/allowBillable",schemaPath:"#/properties/policy/properties/allowBillable/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid2 = _errs16 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.allowFilesystemDelete !== undefined){
const _errs18 = errors;
if(typeof data4.allowFilesystemDelete !== "boolean"){
validate15.errors = [{instancePath:instancePath+"/policy/allowFilesystemDelete",schemaPath:"#/properties/policy/properties/allowFilesystemDelete/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid2 = _errs18 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.allowFilesystemWrite !== undefined){
const _errs20 = errors;
if(typeof data4.allowFilesystemWrite !== "boolean"){
validate15.errors = [{instancePath:instancePath+"/policy/allowFilesystemWrite",schemaPath:"#/properties/policy/properties/allowFilesystemWrite/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid2 = _errs20 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.allowNetwork !== undefined){
const _errs22 = errors;
if(typeof data4.allowNetwork !== "boolean"){
validate15.errors = [{instancePath:instancePath+"/policy/allowNetwork",schemaPath:"#/properties/policy/properties/allowNetwork/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid2 = _errs22 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.allowInteractive !== undefined){
const _errs24 = errors;
if(typeof data4.allowInteractive !== "boolean"){
validate15.errors = [{instancePath:instancePath+"/policy/allowInteractive",schemaPath:"#/properties/policy/properties/allowInteractive/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid2 = _errs24 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.requireReadOnly !== undefined){
const _errs26 = errors;
if(typeof data4.requireReadOnly !== "boolean"){
validate15.errors = [{instancePath:instancePath+"/policy/requireReadOnly",schemaPath:"#/properties/policy/properties/requireReadOnly/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid2 = _errs26 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.denyRestricted !== undefined){
const _errs28 = errors;
if(typeof data4.denyRestricted !== "boolean"){
validate15.errors = [{instancePath:instancePath+"/policy/denyRestricted",schemaPath:"#/properties/policy/properties/denyRestricted/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid2 = _errs28 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.denyUnknown !== undefined){
const _errs30 = errors;
if(typeof data4.denyUnknown !== "boolean"){
validate15.errors = [{instancePath:instancePath+"/policy/denyUnknown",schemaPath:"#/properties/policy/properties/denyUnknown/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid2 = _errs30 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.confirmAll !== undefined){
const _errs32 = errors;
if(typeof data4.confirmAll !== "boolean"){
validate15.errors = [{instancePath:instancePath+"/policy/confirmAll",schemaPath:"#/properties/policy/properties/confirmAll/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid2 = _errs32 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.byTrust !== undefined){
const _errs34 = errors;
if(typeof data4.byTrust !== "boolean"){
validate15.errors = [{instancePath:instancePath+"/policy/byTrust",schemaPath:"#/properties/policy/properties/byTrust/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid2 = _errs34 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.maxCostEstimate !== undefined){
let data17 = data4.maxCostEstimate;
const _errs36 = errors;
if(typeof data17 !== "string"){
validate15.errors = [{instancePath:instancePath+"/policy/maxCostEstimate",schemaPath:"#/properties/policy/properties/maxCostEstimate/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!((((data17 === "free") || (data17 === "low")) || (data17 === "medium")) || (data17 === "high"))){
validate15.errors = [{instancePath:instancePath+"/policy/maxCostEstimate",schemaPath:"#/properties/policy/properties/maxCostEstimate/enum",keyword:"enum",params:{allowedValues: schema16.properties.policy.properties.maxCostEstimate.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid2 = _errs36 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.minTrustLevel !== undefined){
let data18 = data4.minTrustLevel;
const _errs38 = errors;
if(typeof data18 !== "string"){
validate15.errors = [{instancePath:instancePath+"/policy/minTrustLevel",schemaPath:"#/properties/policy/properties/minTrustLevel/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!((((((data18 === "native") || (data18 === "vendor")) || (data18 === "org")) || (data18 === "community")) || (data18 === "user")) || (data18 === "inferred"))){
validate15.errors = [{instancePath:instancePath+"/policy/minTrustLevel",schemaPath:"#/properties/policy/properties/minTrustLevel/enum",keyword:"enum",params:{allowedValues: schema16.properties.policy.properties.minTrustLevel.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid2 = _errs38 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.sandbox !== undefined){
let data19 = data4.sandbox;
const _errs40 = errors;
if(typeof data19 !== "string"){
validate15.errors = [{instancePath:instancePath+"/policy/sandbox",schemaPath:"#/properties/policy/properties/sandbox/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data19 === "required") || (data19 === "preferred")) || (data19 === "off"))){
validate15.errors = [{instancePath:instancePath+"/policy/sandbox",schemaPath:"#/properties/policy/properties/sandbox/enum",keyword:"enum",params:{allowedValues: schema16.properties.policy.properties.sandbox.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid2 = _errs40 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.preset !== undefined){
const _errs42 = errors;
if(typeof data4.preset !== "string"){
validate15.errors = [{instancePath:instancePath+"/policy/preset",schemaPath:"#/properties/policy/properties/preset/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs42 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.levels !== undefined){
let data21 = data4.levels;
const _errs44 = errors;
if(errors === _errs44){
if(data21 && typeof data21 == "object" && !Array.isArray(data21)){
const _errs46 = errors;
for(const key1 in data21){
if(!(func2.call(schema16.properties.policy.properties.levels.properties, key1))){
validate15.errors = [{instancePath:instancePath+"/policy/levels",schemaPath:"#/properties/policy/properties/levels/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs46 === errors){
if(data21.notReversible !== undefined){
let data22 = data21.notReversible;
const _errs47 = errors;
if(typeof data22 !== "string"){
validate15.errors = [{instancePath:instancePath+"/policy/levels/notReversible",schemaPath:"#/properties/policy/properties/levels/properties/notReversible/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data22 === "allow") || (data22 === "confirm")) || (data22 === "deny"))){
validate15.errors = [{instancePath:instancePath+"/policy/levels/notReversible",schemaPath:"#/properties/policy/properties/levels/properties/notReversible/enum",keyword:"enum",params:{allowedValues: schema16.properties.policy.properties.levels.properties.notReversible.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid3 = _errs47 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data21.runsCall !== undefined){
let data23 = data21.runsCall;
const _errs49 = errors;
if(typeof data23 !== "string"){
validate15.errors = [{instancePath:instancePath+"/policy/levels/runsCall",schemaPath:"#/properties/policy/properties/levels/properties/runsCall/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data23 === "allow") || (data23 === "confirm")) || (data23 === "deny"))){
validate15.errors = [{instancePath:instancePath+"/policy/levels/runsCall",schemaPath:"#/properties/policy/properties/levels/properties/runsCall/enum",keyword:"enum",params:{allowedValues: schema16.properties.policy.properties.levels.properties.runsCall.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid3 = _errs49 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data21.sends !== undefined){
let data24 = data21.sends;
const _errs51 = errors;
if(typeof data24 !== "string"){
validate15.errors = [{instancePath:instancePath+"/policy/levels/sends",schemaPath:"#/properties/policy/properties/levels/properties/sends/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data24 === "allow") || (data24 === "confirm")) || (data24 === "deny"))){
validate15.errors = [{instancePath:instancePath+"/policy/levels/sends",schemaPath:"#/properties/policy/properties/levels/properties/sends/enum",keyword:"enum",params:{allowedValues: schema16.properties.policy.properties.levels.properties.sends.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid3 = _errs51 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data21.reveals !== undefined){
let data25 = data21.reveals;
const _errs53 = errors;
if(typeof data25 !== "string"){
validate15.errors = [{instancePath:instancePath+"/policy/levels/reveals",schemaPath:"#/properties/policy/properties/levels/properties/reveals/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data25 === "allow") || (data25 === "confirm")) || (data25 === "deny"))){
validate15.errors = [{instancePath:instancePath+"/policy/levels/reveals",schemaPath:"#/properties/policy/properties/levels/properties/reveals/enum",keyword:"enum",params:{allowedValues: schema16.properties.policy.properties.levels.properties.reveals.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid3 = _errs53 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data21.privilege !== undefined){
let data26 = data21.privilege;
const _errs55 = errors;
if(typeof data26 !== "string"){
validate15.errors = [{instancePath:instancePath+"/policy/levels/privilege",schemaPath:"#/properties/policy/properties/levels/properties/privilege/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data26 === "allow") || (data26 === "confirm")) || (data26 === "deny"))){
validate15.errors = [{instancePath:instancePath+"/policy/levels/privilege",schemaPath:"#/properties/policy/properties/levels/properties/privilege/enum",keyword:"enum",params:{allowedValues: schema16.properties.policy.properties.levels.properties.privilege.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid3 = _errs55 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data21.writesOutside !== undefined){
let data27 = data21.writesOutside;
const _errs57 = errors;
if(typeof data27 !== "string"){
validate15.errors = [{instancePath:instancePath+"/policy/levels/writesOutside",schemaPath:"#/properties/policy/properties/levels/properties/writesOutside/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data27 === "allow") || (data27 === "confirm")) || (data27 === "deny"))){
validate15.errors = [{instancePath:instancePath+"/policy/levels/writesOutside",schemaPath:"#/properties/policy/properties/levels/properties/writesOutside/enum",keyword:"enum",params:{allowedValues: schema16.properties.policy.properties.levels.properties.writesOutside.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid3 = _errs57 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data21.untrusted !== undefined){
let data28 = data21.untrusted;
const _errs59 = errors;
if(typeof data28 !== "string"){
validate15.errors = [{instancePath:instancePath+"/policy/levels/untrusted",schemaPath:"#/properties/policy/properties/levels/properties/untrusted/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data28 === "allow") || (data28 === "confirm")) || (data28 === "deny"))){
validate15.errors = [{instancePath:instancePath+"/policy/levels/untrusted",schemaPath:"#/properties/policy/properties/levels/properties/untrusted/enum",keyword:"enum",params:{allowedValues: schema16.properties.policy.properties.levels.properties.untrusted.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid3 = _errs59 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data21.destructive !== undefined){
let data29 = data21.destructive;
const _errs61 = errors;
if(typeof data29 !== "string"){
validate15.errors = [{instancePath:instancePath+"/policy/levels/destructive",schemaPath:"#/properties/policy/properties/levels/properties/destructive/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data29 === "allow") || (data29 === "confirm")) || (data29 === "deny"))){
validate15.errors = [{instancePath:instancePath+"/policy/levels/destructive",schemaPath:"#/properties/policy/properties/levels/properties/destructive/enum",keyword:"enum",params:{allowedValues: schema16.properties.policy.properties.levels.properties.destructive.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid3 = _errs61 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data21.billable !== undefined){
let data30 = data21.billable;
const _errs63 = errors;
if(typeof data30 !== "string"){
validate15.errors = [{instancePath:instancePath+"/policy/levels/billable",schemaPath:"#/properties/policy/properties/levels/properties/billable/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data30 === "allow") || (data30 === "confirm")) || (data30 === "deny"))){
validate15.errors = [{instancePath:instancePath+"/policy/levels/billable",schemaPath:"#/properties/policy/properties/levels/properties/billable/enum",keyword:"enum",params:{allowedValues: schema16.properties.policy.properties.levels.properties.billable.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid3 = _errs63 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data21.network !== undefined){
let data31 = data21.network;
const _errs65 = errors;
if(typeof data31 !== "string"){
validate15.errors = [{instancePath:instancePath+"/policy/levels/network",schemaPath:"#/properties/policy/properties/levels/properties/network/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data31 === "allow") || (data31 === "confirm")) || (data31 === "deny"))){
validate15.errors = [{instancePath:instancePath+"/policy/levels/network",schemaPath:"#/properties/policy/properties/levels/properties/network/enum",keyword:"enum",params:{allowedValues: schema16.properties.policy.properties.levels.properties.network.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid3 = _errs65 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data21.interactive !== undefined){
let data32 = data21.interactive;
const _errs67 = errors;
if(typeof data32 !== "string"){
validate15.errors = [{instancePath:instancePath+"/policy/levels/interactive",schemaPath:"#/properties/policy/properties/levels/properties/interactive/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data32 === "allow") || (data32 === "confirm")) || (data32 === "deny"))){
validate15.errors = [{instancePath:instancePath+"/policy/levels/interactive",schemaPath:"#/properties/policy/properties/levels/properties/interactive/enum",keyword:"enum",params:{allowedValues: schema16.properties.policy.properties.levels.properties.interactive.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid3 = _errs67 === errors;
}
else {
var valid3 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate15.errors = [{instancePath:instancePath+"/policy/levels",schemaPath:"#/properties/policy/properties/levels/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid2 = _errs44 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.rules !== undefined){
let data33 = data4.rules;
const _errs69 = errors;
if(errors === _errs69){
if(Array.isArray(data33)){
var valid4 = true;
const len0 = data33.length;
for(let i0=0; i0<len0; i0++){
let data34 = data33[i0];
const _errs71 = errors;
if(errors === _errs71){
if(data34 && typeof data34 == "object" && !Array.isArray(data34)){
let missing2;
if(((data34.run === undefined) && (missing2 = "run")) || ((data34.decision === undefined) && (missing2 = "decision"))){
validate15.errors = [{instancePath:instancePath+"/policy/rules/" + i0,schemaPath:"#/properties/policy/properties/rules/items/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'"}];
return false;
}
else {
const _errs73 = errors;
for(const key2 in data34){
if(!(func2.call(schema16.properties.policy.properties.rules.items.properties, key2))){
validate15.errors = [{instancePath:instancePath+"/policy/rules/" + i0,schemaPath:"#/properties/policy/properties/rules/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs73 === errors){
if(data34.run !== undefined){
const _errs74 = errors;
if(typeof data34.run !== "string"){
validate15.errors = [{instancePath:instancePath+"/policy/rules/" + i0+"/run",schemaPath:"#/properties/policy/properties/rules/items/properties/run/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid5 = _errs74 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data34.decision !== undefined){
let data36 = data34.decision;
const _errs76 = errors;
if(typeof data36 !== "string"){
validate15.errors = [{instancePath:instancePath+"/policy/rules/" + i0+"/decision",schemaPath:"#/properties/policy/properties/rules/items/properties/decision/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data36 === "allow") || (data36 === "confirm")) || (data36 === "deny"))){
validate15.errors = [{instancePath:instancePath+"/policy/rules/" + i0+"/decision",schemaPath:"#/properties/policy/properties/rules/items/properties/decision/enum",keyword:"enum",params:{allowedValues: schema16.properties.policy.properties.rules.items.properties.decision.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid5 = _errs76 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data34.given !== undefined){
let data37 = data34.given;
const _errs78 = errors;
if(errors === _errs78){
if(Array.isArray(data37)){
var valid6 = true;
const len1 = data37.length;
for(let i1=0; i1<len1; i1++){
const _errs80 = errors;
if(typeof data37[i1] !== "string"){
validate15.errors = [{instancePath:instancePath+"/policy/rules/" + i0+"/given/" + i1,schemaPath:"#/properties/policy/properties/rules/items/properties/given/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid6 = _errs80 === errors;
if(!valid6){
break;
}
}
}
else {
validate15.errors = [{instancePath:instancePath+"/policy/rules/" + i0+"/given",schemaPath:"#/properties/policy/properties/rules/items/properties/given/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid5 = _errs78 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data34.without !== undefined){
let data39 = data34.without;
const _errs82 = errors;
if(errors === _errs82){
if(Array.isArray(data39)){
var valid7 = true;
const len2 = data39.length;
for(let i2=0; i2<len2; i2++){
const _errs84 = errors;
if(typeof data39[i2] !== "string"){
validate15.errors = [{instancePath:instancePath+"/policy/rules/" + i0+"/without/" + i2,schemaPath:"#/properties/policy/properties/rules/items/properties/without/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid7 = _errs84 === errors;
if(!valid7){
break;
}
}
}
else {
validate15.errors = [{instancePath:instancePath+"/policy/rules/" + i0+"/without",schemaPath:"#/properties/policy/properties/rules/items/properties/without/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid5 = _errs82 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data34.where !== undefined){
let data41 = data34.where;
const _errs86 = errors;
if(errors === _errs86){
if(data41 && typeof data41 == "object" && !Array.isArray(data41)){
for(const key3 in data41){
let data42 = data41[key3];
const _errs89 = errors;
if((typeof data42 !== "string") && (!(Array.isArray(data42)))){
validate15.errors = [{instancePath:instancePath+"/policy/rules/" + i0+"/where/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/policy/properties/rules/items/properties/where/additionalProperties/type",keyword:"type",params:{type: schema16.properties.policy.properties.rules.items.properties.where.additionalProperties.type},message:"must be string,array"}];
return false;
}
if(errors === _errs89){
if(Array.isArray(data42)){
var valid9 = true;
const len3 = data42.length;
for(let i3=0; i3<len3; i3++){
const _errs91 = errors;
if(typeof data42[i3] !== "string"){
validate15.errors = [{instancePath:instancePath+"/policy/rules/" + i0+"/where/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i3,schemaPath:"#/properties/policy/properties/rules/items/properties/where/additionalProperties/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid9 = _errs91 === errors;
if(!valid9){
break;
}
}
}
}
var valid8 = _errs89 === errors;
if(!valid8){
break;
}
}
}
else {
validate15.errors = [{instancePath:instancePath+"/policy/rules/" + i0+"/where",schemaPath:"#/properties/policy/properties/rules/items/properties/where/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid5 = _errs86 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data34.exact !== undefined){
const _errs93 = errors;
if(typeof data34.exact !== "boolean"){
validate15.errors = [{instancePath:instancePath+"/policy/rules/" + i0+"/exact",schemaPath:"#/properties/policy/properties/rules/items/properties/exact/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid5 = _errs93 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data34.project !== undefined){
const _errs95 = errors;
if(typeof data34.project !== "string"){
validate15.errors = [{instancePath:instancePath+"/policy/rules/" + i0+"/project",schemaPath:"#/properties/policy/properties/rules/items/properties/project/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid5 = _errs95 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data34.reason !== undefined){
const _errs97 = errors;
if(typeof data34.reason !== "string"){
validate15.errors = [{instancePath:instancePath+"/policy/rules/" + i0+"/reason",schemaPath:"#/properties/policy/properties/rules/items/properties/reason/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid5 = _errs97 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data34.tightens !== undefined){
const _errs99 = errors;
if(typeof data34.tightens !== "boolean"){
validate15.errors = [{instancePath:instancePath+"/policy/rules/" + i0+"/tightens",schemaPath:"#/properties/policy/properties/rules/items/properties/tightens/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid5 = _errs99 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data34.note !== undefined){
const _errs101 = errors;
if(typeof data34.note !== "string"){
validate15.errors = [{instancePath:instancePath+"/policy/rules/" + i0+"/note",schemaPath:"#/properties/policy/properties/rules/items/properties/note/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid5 = _errs101 === errors;
}
else {
var valid5 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate15.errors = [{instancePath:instancePath+"/policy/rules/" + i0,schemaPath:"#/properties/policy/properties/rules/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid4 = _errs71 === errors;
if(!valid4){
break;
}
}
}
else {
validate15.errors = [{instancePath:instancePath+"/policy/rules",schemaPath:"#/properties/policy/properties/rules/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid2 = _errs69 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.network !== undefined){
let data49 = data4.network;
const _errs103 = errors;
if((typeof data49 !== "string") && (!(data49 && typeof data49 == "object" && !Array.isArray(data49)))){
validate15.errors = [{instancePath:instancePath+"/policy/network",schemaPath:"#/properties/policy/properties/network/type",keyword:"type",params:{type: schema16.properties.policy.properties.network.type},message:"must be string,object"}];
return false;
}
var valid2 = _errs103 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate15.errors = [{instancePath:instancePath+"/policy",schemaPath:"#/properties/policy/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.provider !== undefined){
let data50 = data.provider;
const _errs105 = errors;
if(typeof data50 !== "string"){
validate15.errors = [{instancePath:instancePath+"/provider",schemaPath:"#/properties/provider/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!((((((data50 === "openai") || (data50 === "openai-responses")) || (data50 === "anthropic")) || (data50 === "gemini")) || (data50 === "mcp")) || (data50 === "bedrock"))){
validate15.errors = [{instancePath:instancePath+"/provider",schemaPath:"#/properties/provider/enum",keyword:"enum",params:{allowedValues: schema16.properties.provider.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid0 = _errs105 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validate15.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate15.errors = vErrors;
return errors === 0;
}

const decideCall_body = validate16;
const schema17 = {"type":"object","properties":{"approve":{"type":"boolean"},"hash":{"type":"string"},"remember":{"type":"object","properties":{"scope":{"type":"string","enum":["companion","always"]},"rule":{"type":"object","properties":{"run":{"type":"string"},"decision":{"type":"string","enum":["allow","confirm","deny"]},"given":{"type":"array","items":{"type":"string"}},"without":{"type":"array","items":{"type":"string"}},"where":{"type":"object","additionalProperties":{"type":["string","array"],"items":{"type":"string"}}},"exact":{"type":"boolean"},"project":{"type":"string"},"reason":{"type":"string"},"tightens":{"type":"boolean"},"note":{"type":"string"}},"required":["run","decision"],"additionalProperties":false}},"required":["scope","rule"]}},"required":["approve","hash"],"$id":"decideCall_body"};

function validate16(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="decideCall_body" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.approve === undefined) && (missing0 = "approve")) || ((data.hash === undefined) && (missing0 = "hash"))){
validate16.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.approve !== undefined){
const _errs1 = errors;
if(typeof data.approve !== "boolean"){
validate16.errors = [{instancePath:instancePath+"/approve",schemaPath:"#/properties/approve/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.hash !== undefined){
const _errs3 = errors;
if(typeof data.hash !== "string"){
validate16.errors = [{instancePath:instancePath+"/hash",schemaPath:"#/properties/hash/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.remember !== undefined){
let data2 = data.remember;
const _errs5 = errors;
if(errors === _errs5){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
let missing1;
if(((data2.scope === undefined) && (missing1 = "scope")) || ((data2.rule === undefined) && (missing1 = "rule"))){
validate16.errors = [{instancePath:instancePath+"/remember",schemaPath:"#/properties/remember/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data2.scope !== undefined){
let data3 = data2.scope;
const _errs7 = errors;
if(typeof data3 !== "string"){
validate16.errors = [{instancePath:instancePath+"/remember/scope",schemaPath:"#/properties/remember/properties/scope/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!((data3 === "companion") || (data3 === "always"))){
validate16.errors = [{instancePath:instancePath+"/remember/scope",schemaPath:"#/properties/remember/properties/scope/enum",keyword:"enum",params:{allowedValues: schema17.properties.remember.properties.scope.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid1 = _errs7 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data2.rule !== undefined){
let data4 = data2.rule;
const _errs9 = errors;
if(errors === _errs9){
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
let missing2;
if(((data4.run === undefined) && (missing2 = "run")) || ((data4.decision === undefined) && (missing2 = "decision"))){
validate16.errors = [{instancePath:instancePath+"/remember/rule",schemaPath:"#/properties/remember/properties/rule/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'"}];
return false;
}
else {
const _errs11 = errors;
for(const key0 in data4){
if(!(func2.call(schema17.properties.remember.properties.rule.properties, key0))){
validate16.errors = [{instancePath:instancePath+"/remember/rule",schemaPath:"#/properties/remember/properties/rule/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs11 === errors){
if(data4.run !== undefined){
const _errs12 = errors;
if(typeof data4.run !== "string"){
validate16.errors = [{instancePath:instancePath+"/remember/rule/run",schemaPath:"#/properties/remember/properties/rule/properties/run/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs12 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.decision !== undefined){
let data6 = data4.decision;
const _errs14 = errors;
if(typeof data6 !== "string"){
validate16.errors = [{instancePath:instancePath+"/remember/rule/decision",schemaPath:"#/properties/remember/properties/rule/properties/decision/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data6 === "allow") || (data6 === "confirm")) || (data6 === "deny"))){
validate16.errors = [{instancePath:instancePath+"/remember/rule/decision",schemaPath:"#/properties/remember/properties/rule/properties/decision/enum",keyword:"enum",params:{allowedValues: schema17.properties.remember.properties.rule.properties.decision.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid2 = _errs14 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.given !== undefined){
let data7 = data4.given;
const _errs16 = errors;
if(errors === _errs16){
if(Array.isArray(data7)){
var valid3 = true;
const len0 = data7.length;
for(let i0=0; i0<len0; i0++){
const _errs18 = errors;
if(typeof data7[i0] !== "string"){
validate16.errors = [{instancePath:instancePath+"/remember/rule/given/" + i0,schemaPath:"#/properties/remember/properties/rule/properties/given/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid3 = _errs18 === errors;
if(!valid3){
break;
}
}
}
else {
validate16.errors = [{instancePath:instancePath+"/remember/rule/given",schemaPath:"#/properties/remember/properties/rule/properties/given/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid2 = _errs16 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.without !== undefined){
let data9 = data4.without;
const _errs20 = errors;
if(errors === _errs20){
if(Array.isArray(data9)){
var valid4 = true;
const len1 = data9.length;
for(let i1=0; i1<len1; i1++){
const _errs22 = errors;
if(typeof data9[i1] !== "string"){
validate16.errors = [{instancePath:instancePath+"/remember/rule/without/" + i1,schemaPath:"#/properties/remember/properties/rule/properties/without/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid4 = _errs22 === errors;
if(!valid4){
break;
}
}
}
else {
validate16.errors = [{instancePath:instancePath+"/remember/rule/without",schemaPath:"#/properties/remember/properties/rule/properties/without/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid2 = _errs20 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.where !== undefined){
let data11 = data4.where;
const _errs24 = errors;
if(errors === _errs24){
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
for(const key1 in data11){
let data12 = data11[key1];
const _errs27 = errors;
if((typeof data12 !== "string") && (!(Array.isArray(data12)))){
validate16.errors = [{instancePath:instancePath+"/remember/rule/where/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/remember/properties/rule/properties/where/additionalProperties/type",keyword:"type",params:{type: schema17.properties.remember.properties.rule.properties.where.additionalProperties.type},message:"must be string,array"}];
return false;
}
if(errors === _errs27){
if(Array.isArray(data12)){
var valid6 = true;
const len2 = data12.length;
for(let i2=0; i2<len2; i2++){
const _errs29 = errors;
if(typeof data12[i2] !== "string"){
validate16.errors = [{instancePath:instancePath+"/remember/rule/where/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i2,schemaPath:"#/properties/remember/properties/rule/properties/where/additionalProperties/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid6 = _errs29 === errors;
if(!valid6){
break;
}
}
}
}
var valid5 = _errs27 === errors;
if(!valid5){
break;
}
}
}
else {
validate16.errors = [{instancePath:instancePath+"/remember/rule/where",schemaPath:"#/properties/remember/properties/rule/properties/where/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid2 = _errs24 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.exact !== undefined){
const _errs31 = errors;
if(typeof data4.exact !== "boolean"){
validate16.errors = [{instancePath:instancePath+"/remember/rule/exact",schemaPath:"#/properties/remember/properties/rule/properties/exact/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid2 = _errs31 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.project !== undefined){
const _errs33 = errors;
if(typeof data4.project !== "string"){
validate16.errors = [{instancePath:instancePath+"/remember/rule/project",schemaPath:"#/properties/remember/properties/rule/properties/project/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs33 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.reason !== undefined){
const _errs35 = errors;
if(typeof data4.reason !== "string"){
validate16.errors = [{instancePath:instancePath+"/remember/rule/reason",schemaPath:"#/properties/remember/properties/rule/properties/reason/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs35 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.tightens !== undefined){
const _errs37 = errors;
if(typeof data4.tightens !== "boolean"){
validate16.errors = [{instancePath:instancePath+"/remember/rule/tightens",schemaPath:"#/properties/remember/properties/rule/properties/tightens/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid2 = _errs37 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.note !== undefined){
const _errs39 = errors;
if(typeof data4.note !== "string"){
validate16.errors = [{instancePath:instancePath+"/remember/rule/note",schemaPath:"#/properties/remember/properties/rule/properties/note/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs39 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate16.errors = [{instancePath:instancePath+"/remember/rule",schemaPath:"#/properties/remember/properties/rule/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid1 = _errs9 === errors;
}
else {
var valid1 = true;
}
}
}
}
else {
validate16.errors = [{instancePath:instancePath+"/remember",schemaPath:"#/properties/remember/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validate16.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate16.errors = vErrors;
return errors === 0;
}

const checkLine_body = validate17;
const schema18 = {"type":"object","properties":{"line":{"type":"string"},"policy":{"type":"object","properties":{"allowDestructive":{"type":"boolean"},"allowNonReversible":{"type":"boolean"},"allowBillable":{"type":"boolean"},"allowFilesystemDelete":{"type":"boolean"},"allowFilesystemWrite":{"type":"boolean"},"allowNetwork":{"type":"boolean"},"allowInteractive":{"type":"boolean"},"requireReadOnly":{"type":"boolean"},"denyRestricted":{"type":"boolean"},"denyUnknown":{"type":"boolean"},"confirmAll":{"type":"boolean"},"byTrust":{"type":"boolean"},"maxCostEstimate":{"type":"string","enum":["free","low","medium","high"]},"minTrustLevel":{"type":"string","enum":["native","vendor","org","community","user","inferred"]},"sandbox":{"type":"string","enum":["required","preferred","off"]},"preset":{"type":"string"},"levels":{"type":"object","properties":{"notReversible":{"type":"string","enum":["allow","confirm","deny"]},"runsCall":{"type":"string","enum":["allow","confirm","deny"]},"sends":{"type":"string","enum":["allow","confirm","deny"]},"reveals":{"type":"string","enum":["allow","confirm","deny"]},"privilege":{"type":"string","enum":["allow","confirm","deny"]},"writesOutside":{"type":"string","enum":["allow","confirm","deny"]},"untrusted":{"type":"string","enum":["allow","confirm","deny"]},"destructive":{"type":"string","enum":["allow","confirm","deny"]},"billable":{"type":"string","enum":["allow","confirm","deny"]},"network":{"type":"string","enum":["allow","confirm","deny"]},"interactive":{"type":"string","enum":["allow","confirm","deny"]}},"required":[],"additionalProperties":false},"rules":{"type":"array","items":{"type":"object","properties":{"run":{"type":"string"},"decision":{"type":"string","enum":["allow","confirm","deny"]},"given":{"type":"array","items":{"type":"string"}},"without":{"type":"array","items":{"type":"string"}},"where":{"type":"object","additionalProperties":{"type":["string","array"],"items":{"type":"string"}}},"exact":{"type":"boolean"},"project":{"type":"string"},"reason":{"type":"string"},"tightens":{"type":"boolean"},"note":{"type":"string"}},"required":["run","decision"],"additionalProperties":false}},"network":{"type":["string","object"]}},"required":[],"additionalProperties":false},"cwd":{"type":"string"}},"required":["line"],"$id":"checkLine_body"};

function validate17(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="checkLine_body" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.line === undefined) && (missing0 = "line")){
validate17.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.line !== undefined){
const _errs1 = errors;
if(typeof data.line !== "string"){
validate17.errors = [{instancePath:instancePath+"/line",schemaPath:"#/properties/line/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.policy !== undefined){
let data1 = data.policy;
const _errs3 = errors;
if(errors === _errs3){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
const _errs5 = errors;
for(const key0 in data1){
if(!(func2.call(schema18.properties.policy.properties, key0))){
validate17.errors = [{instancePath:instancePath+"/policy",schemaPath:"#/properties/policy/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs5 === errors){
if(data1.allowDestructive !== undefined){
const _errs6 = errors;
if(typeof data1.allowDestructive !== "boolean"){
validate17.errors = [{instancePath:instancePath+"/policy/allowDestructive",schemaPath:"#/properties/policy/properties/allowDestructive/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid1 = _errs6 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.allowNonReversible !== undefined){
const _errs8 = errors;
if(typeof data1.allowNonReversible !== "boolean"){
validate17.errors = [{instancePath:instancePath+"/policy/allowNonReversible",schemaPath:"#/properties/policy/properties/allowNonReversible/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid1 = _errs8 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.allowBillable !== undefined){
const _errs10 = errors;
if(typeof data1.allowBillable !== "boolean"){
validate17.errors = [{instancePath:instancePath+"/policy/allowBillable",schemaPath:"#/properties/policy/properties/allowBillable/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid1 = _errs10 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.allowFilesystemDelete !== undefined){
const _errs12 = errors;
if(typeof data1.allowFilesystemDelete !== "boolean"){
validate17.errors = [{instancePath:instancePath+"/policy/allowFilesystemDelete",schemaPath:"#/properties/policy/properties/allowFilesystemDelete/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid1 = _errs12 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.allowFilesystemWrite !== undefined){
const _errs14 = errors;
if(typeof data1.allowFilesystemWrite !== "boolean"){
validate17.errors = [{instancePath:instancePath+"/policy/allowFilesystemWrite",schemaPath:"#/properties/policy/properties/allowFilesystemWrite/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid1 = _errs14 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.allowNetwork !== undefined){
const _errs16 = errors;
if(typeof data1.allowNetwork !== "boolean"){
validate17.errors = [{instancePath:instancePath+"/policy/allowNetwork",schemaPath:"#/properties/policy/properties/allowNetwork/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid1 = _errs16 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.allowInteractive !== undefined){
const _errs18 = errors;
if(typeof data1.allowInteractive !== "boolean"){
validate17.errors = [{instancePath:instancePath+"/policy/allowInteractive",schemaPath:"#/properties/policy/properties/allowInteractive/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid1 = _errs18 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.requireReadOnly !== undefined){
const _errs20 = errors;
if(typeof data1.requireReadOnly !== "boolean"){
validate17.errors = [{instancePath:instancePath+"/policy/requireReadOnly",schemaPath:"#/properties/policy/properties/requireReadOnly/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid1 = _errs20 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.denyRestricted !== undefined){
const _errs22 = errors;
if(typeof data1.denyRestricted !== "boolean"){
validate17.errors = [{instancePath:instancePath+"/policy/denyRestricted",schemaPath:"#/properties/policy/properties/denyRestricted/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid1 = _errs22 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.denyUnknown !== undefined){
const _errs24 = errors;
if(typeof data1.denyUnknown !== "boolean"){
validate17.errors = [{instancePath:instancePath+"/policy/denyUnknown",schemaPath:"#/properties/policy/properties/denyUnknown/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid1 = _errs24 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.confirmAll !== undefined){
const _errs26 = errors;
if(typeof data1.confirmAll !== "boolean"){
validate17.errors = [{instancePath:instancePath+"/policy/confirmAll",schemaPath:"#/properties/policy/properties/confirmAll/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid1 = _errs26 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.byTrust !== undefined){
const _errs28 = errors;
if(typeof data1.byTrust !== "boolean"){
validate17.errors = [{instancePath:instancePath+"/policy/byTrust",schemaPath:"#/properties/policy/properties/byTrust/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid1 = _errs28 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.maxCostEstimate !== undefined){
let data14 = data1.maxCostEstimate;
const _errs30 = errors;
if(typeof data14 !== "string"){
validate17.errors = [{instancePath:instancePath+"/policy/maxCostEstimate",schemaPath:"#/properties/policy/properties/maxCostEstimate/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!((((data14 === "free") || (data14 === "low")) || (data14 === "medium")) || (data14 === "high"))){
validate17.errors = [{instancePath:instancePath+"/policy/maxCostEstimate",schemaPath:"#/properties/policy/properties/maxCostEstimate/enum",keyword:"enum",params:{allowedValues: schema18.properties.policy.properties.maxCostEstimate.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid1 = _errs30 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.minTrustLevel !== undefined){
let data15 = data1.minTrustLevel;
const _errs32 = errors;
if(typeof data15 !== "string"){
validate17.errors = [{instancePath:instancePath+"/policy/minTrustLevel",schemaPath:"#/properties/policy/properties/minTrustLevel/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!((((((data15 === "native") || (data15 === "vendor")) || (data15 === "org")) || (data15 === "community")) || (data15 === "user")) || (data15 === "inferred"))){
validate17.errors = [{instancePath:instancePath+"/policy/minTrustLevel",schemaPath:"#/properties/policy/properties/minTrustLevel/enum",keyword:"enum",params:{allowedValues: schema18.properties.policy.properties.minTrustLevel.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid1 = _errs32 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.sandbox !== undefined){
let data16 = data1.sandbox;
const _errs34 = errors;
if(typeof data16 !== "string"){
validate17.errors = [{instancePath:instancePath+"/policy/sandbox",schemaPath:"#/properties/policy/properties/sandbox/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data16 === "required") || (data16 === "preferred")) || (data16 === "off"))){
validate17.errors = [{instancePath:instancePath+"/policy/sandbox",schemaPath:"#/properties/policy/properties/sandbox/enum",keyword:"enum",params:{allowedValues: schema18.properties.policy.properties.sandbox.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid1 = _errs34 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.preset !== undefined){
const _errs36 = errors;
if(typeof data1.preset !== "string"){
validate17.errors = [{instancePath:instancePath+"/policy/preset",schemaPath:"#/properties/policy/properties/preset/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs36 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.levels !== undefined){
let data18 = data1.levels;
const _errs38 = errors;
if(errors === _errs38){
if(data18 && typeof data18 == "object" && !Array.isArray(data18)){
const _errs40 = errors;
for(const key1 in data18){
if(!(func2.call(schema18.properties.policy.properties.levels.properties, key1))){
validate17.errors = [{instancePath:instancePath+"/policy/levels",schemaPath:"#/properties/policy/properties/levels/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs40 === errors){
if(data18.notReversible !== undefined){
let data19 = data18.notReversible;
const _errs41 = errors;
if(typeof data19 !== "string"){
validate17.errors = [{instancePath:instancePath+"/policy/levels/notReversible",schemaPath:"#/properties/policy/properties/levels/properties/notReversible/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data19 === "allow") || (data19 === "confirm")) || (data19 === "deny"))){
validate17.errors = [{instancePath:instancePath+"/policy/levels/notReversible",schemaPath:"#/properties/policy/properties/levels/properties/notReversible/enum",keyword:"enum",params:{allowedValues: schema18.properties.policy.properties.levels.properties.notReversible.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid2 = _errs41 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data18.runsCall !== undefined){
let data20 = data18.runsCall;
const _errs43 = errors;
if(typeof data20 !== "string"){
validate17.errors = [{instancePath:instancePath+"/policy/levels/runsCall",schemaPath:"#/properties/policy/properties/levels/properties/runsCall/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data20 === "allow") || (data20 === "confirm")) || (data20 === "deny"))){
validate17.errors = [{instancePath:instancePath+"/policy/levels/runsCall",schemaPath:"#/properties/policy/properties/levels/properties/runsCall/enum",keyword:"enum",params:{allowedValues: schema18.properties.policy.properties.levels.properties.runsCall.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid2 = _errs43 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data18.sends !== undefined){
let data21 = data18.sends;
const _errs45 = errors;
if(typeof data21 !== "string"){
validate17.errors = [{instancePath:instancePath+"/policy/levels/sends",schemaPath:"#/properties/policy/properties/levels/properties/sends/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data21 === "allow") || (data21 === "confirm")) || (data21 === "deny"))){
validate17.errors = [{instancePath:instancePath+"/policy/levels/sends",schemaPath:"#/properties/policy/properties/levels/properties/sends/enum",keyword:"enum",params:{allowedValues: schema18.properties.policy.properties.levels.properties.sends.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid2 = _errs45 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data18.reveals !== undefined){
let data22 = data18.reveals;
const _errs47 = errors;
if(typeof data22 !== "string"){
validate17.errors = [{instancePath:instancePath+"/policy/levels/reveals",schemaPath:"#/properties/policy/properties/levels/properties/reveals/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data22 === "allow") || (data22 === "confirm")) || (data22 === "deny"))){
validate17.errors = [{instancePath:instancePath+"/policy/levels/reveals",schemaPath:"#/properties/policy/properties/levels/properties/reveals/enum",keyword:"enum",params:{allowedValues: schema18.properties.policy.properties.levels.properties.reveals.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid2 = _errs47 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data18.privilege !== undefined){
let data23 = data18.privilege;
const _errs49 = errors;
if(typeof data23 !== "string"){
validate17.errors = [{instancePath:instancePath+"/policy/levels/privilege",schemaPath:"#/properties/policy/properties/levels/properties/privilege/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data23 === "allow") || (data23 === "confirm")) || (data23 === "deny"))){
validate17.errors = [{instancePath:instancePath+"/policy/levels/privilege",schemaPath:"#/properties/policy/properties/levels/properties/privilege/enum",keyword:"enum",params:{allowedValues: schema18.properties.policy.properties.levels.properties.privilege.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid2 = _errs49 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data18.writesOutside !== undefined){
let data24 = data18.writesOutside;
const _errs51 = errors;
if(typeof data24 !== "string"){
validate17.errors = [{instancePath:instancePath+"/policy/levels/writesOutside",schemaPath:"#/properties/policy/properties/levels/properties/writesOutside/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data24 === "allow") || (data24 === "confirm")) || (data24 === "deny"))){
validate17.errors = [{instancePath:instancePath+"/policy/levels/writesOutside",schemaPath:"#/properties/policy/properties/levels/properties/writesOutside/enum",keyword:"enum",params:{allowedValues: schema18.properties.policy.properties.levels.properties.writesOutside.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid2 = _errs51 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data18.untrusted !== undefined){
let data25 = data18.untrusted;
const _errs53 = errors;
if(typeof data25 !== "string"){
validate17.errors = [{instancePath:instancePath+"/policy/levels/untrusted",schemaPath:"#/properties/policy/properties/levels/properties/untrusted/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data25 === "allow") || (data25 === "confirm")) || (data25 === "deny"))){
validate17.errors = [{instancePath:instancePath+"/policy/levels/untrusted",schemaPath:"#/properties/policy/properties/levels/properties/untrusted/enum",keyword:"enum",params:{allowedValues: schema18.properties.policy.properties.levels.properties.untrusted.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid2 = _errs53 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data18.destructive !== undefined){
let data26 = data18.destructive;
const _errs55 = errors;
if(typeof data26 !== "string"){
validate17.errors = [{instancePath:instancePath+"/policy/levels/destructive",schemaPath:"#/properties/policy/properties/levels/properties/destructive/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data26 === "allow") || (data26 === "confirm")) || (data26 === "deny"))){
validate17.errors = [{instancePath:instancePath+"/policy/levels/destructive",schemaPath:"#/properties/policy/properties/levels/properties/destructive/enum",keyword:"enum",params:{allowedValues: schema18.properties.policy.properties.levels.properties.destructive.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid2 = _errs55 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data18.billable !== undefined){
let data27 = data18.billable;
const _errs57 = errors;
if(typeof data27 !== "string"){
validate17.errors = [{instancePath:instancePath+"/policy/levels/billable",schemaPath:"#/properties/policy/properties/levels/properties/billable/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data27 === "allow") || (data27 === "confirm")) || (data27 === "deny"))){
validate17.errors = [{instancePath:instancePath+"/policy/levels/billable",schemaPath:"#/properties/policy/properties/levels/properties/billable/enum",keyword:"enum",params:{allowedValues: schema18.properties.policy.properties.levels.properties.billable.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid2 = _errs57 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data18.network !== undefined){
let data28 = data18.network;
const _errs59 = errors;
if(typeof data28 !== "string"){
validate17.errors = [{instancePath:instancePath+"/policy/levels/network",schemaPath:"#/properties/policy/properties/levels/properties/network/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data28 === "allow") || (data28 === "confirm")) || (data28 === "deny"))){
validate17.errors = [{instancePath:instancePath+"/policy/levels/network",schemaPath:"#/properties/policy/properties/levels/properties/network/enum",keyword:"enum",params:{allowedValues: schema18.properties.policy.properties.levels.properties.network.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid2 = _errs59 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data18.interactive !== undefined){
let data29 = data18.interactive;
const _errs61 = errors;
if(typeof data29 !== "string"){
validate17.errors = [{instancePath:instancePath+"/policy/levels/interactive",schemaPath:"#/properties/policy/properties/levels/properties/interactive/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data29 === "allow") || (data29 === "confirm")) || (data29 === "deny"))){
validate17.errors = [{instancePath:instancePath+"/policy/levels/interactive",schemaPath:"#/properties/policy/properties/levels/properties/interactive/enum",keyword:"enum",params:{allowedValues: schema18.properties.policy.properties.levels.properties.interactive.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid2 = _errs61 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate17.errors = [{instancePath:instancePath+"/policy/levels",schemaPath:"#/properties/policy/properties/levels/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid1 = _errs38 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.rules !== undefined){
let data30 = data1.rules;
const _errs63 = errors;
if(errors === _errs63){
if(Array.isArray(data30)){
var valid3 = true;
const len0 = data30.length;
for(let i0=0; i0<len0; i0++){
let data31 = data30[i0];
const _errs65 = errors;
if(errors === _errs65){
if(data31 && typeof data31 == "object" && !Array.isArray(data31)){
let missing1;
if(((data31.run === undefined) && (missing1 = "run")) || ((data31.decision === undefined) && (missing1 = "decision"))){
validate17.errors = [{instancePath:instancePath+"/policy/rules/" + i0,schemaPath:"#/properties/policy/properties/rules/items/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
const _errs67 = errors;
for(const key2 in data31){
if(!(func2.call(schema18.properties.policy.properties.rules.items.properties, key2))){
validate17.errors = [{instancePath:instancePath+"/policy/rules/" + i0,schemaPath:"#/properties/policy/properties/rules/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs67 === errors){
if(data31.run !== undefined){
const _errs68 = errors;
if(typeof data31.run !== "string"){
validate17.errors = [{instancePath:instancePath+"/policy/rules/" + i0+"/run",schemaPath:"#/properties/policy/properties/rules/items/properties/run/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid4 = _errs68 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data31.decision !== undefined){
let data33 = data31.decision;
const _errs70 = errors;
if(typeof data33 !== "string"){
validate17.errors = [{instancePath:instancePath+"/policy/rules/" + i0+"/decision",schemaPath:"#/properties/policy/properties/rules/items/properties/decision/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data33 === "allow") || (data33 === "confirm")) || (data33 === "deny"))){
validate17.errors = [{instancePath:instancePath+"/policy/rules/" + i0+"/decision",schemaPath:"#/properties/policy/properties/rules/items/properties/decision/enum",keyword:"enum",params:{allowedValues: schema18.properties.policy.properties.rules.items.properties.decision.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid4 = _errs70 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data31.given !== undefined){
let data34 = data31.given;
const _errs72 = errors;
if(errors === _errs72){
if(Array.isArray(data34)){
var valid5 = true;
const len1 = data34.length;
for(let i1=0; i1<len1; i1++){
const _errs74 = errors;
if(typeof data34[i1] !== "string"){
validate17.errors = [{instancePath:instancePath+"/policy/rules/" + i0+"/given/" + i1,schemaPath:"#/properties/policy/properties/rules/items/properties/given/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid5 = _errs74 === errors;
if(!valid5){
break;
}
}
}
else {
validate17.errors = [{instancePath:instancePath+"/policy/rules/" + i0+"/given",schemaPath:"#/properties/policy/properties/rules/items/properties/given/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid4 = _errs72 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data31.without !== undefined){
let data36 = data31.without;
const _errs76 = errors;
if(errors === _errs76){
if(Array.isArray(data36)){
var valid6 = true;
const len2 = data36.length;
for(let i2=0; i2<len2; i2++){
const _errs78 = errors;
if(typeof data36[i2] !== "string"){
validate17.errors = [{instancePath:instancePath+"/policy/rules/" + i0+"/without/" + i2,schemaPath:"#/properties/policy/properties/rules/items/properties/without/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid6 = _errs78 === errors;
if(!valid6){
break;
}
}
}
else {
validate17.errors = [{instancePath:instancePath+"/policy/rules/" + i0+"/without",schemaPath:"#/properties/policy/properties/rules/items/properties/without/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid4 = _errs76 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data31.where !== undefined){
let data38 = data31.where;
const _errs80 = errors;
if(errors === _errs80){
if(data38 && typeof data38 == "object" && !Array.isArray(data38)){
for(const key3 in data38){
let data39 = data38[key3];
const _errs83 = errors;
if((typeof data39 !== "string") && (!(Array.isArray(data39)))){
validate17.errors = [{instancePath:instancePath+"/policy/rules/" + i0+"/where/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/policy/properties/rules/items/properties/where/additionalProperties/type",keyword:"type",params:{type: schema18.properties.policy.properties.rules.items.properties.where.additionalProperties.type},message:"must be string,array"}];
return false;
}
if(errors === _errs83){
if(Array.isArray(data39)){
var valid8 = true;
const len3 = data39.length;
for(let i3=0; i3<len3; i3++){
const _errs85 = errors;
if(typeof data39[i3] !== "string"){
validate17.errors = [{instancePath:instancePath+"/policy/rules/" + i0+"/where/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i3,schemaPath:"#/properties/policy/properties/rules/items/properties/where/additionalProperties/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid8 = _errs85 === errors;
if(!valid8){
break;
}
}
}
}
var valid7 = _errs83 === errors;
if(!valid7){
break;
}
}
}
else {
validate17.errors = [{instancePath:instancePath+"/policy/rules/" + i0+"/where",schemaPath:"#/properties/policy/properties/rules/items/properties/where/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid4 = _errs80 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data31.exact !== undefined){
const _errs87 = errors;
if(typeof data31.exact !== "boolean"){
validate17.errors = [{instancePath:instancePath+"/policy/rules/" + i0+"/exact",schemaPath:"#/properties/policy/properties/rules/items/properties/exact/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid4 = _errs87 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data31.project !== undefined){
const _errs89 = errors;
if(typeof data31.project !== "string"){
validate17.errors = [{instancePath:instancePath+"/policy/rules/" + i0+"/project",schemaPath:"#/properties/policy/properties/rules/items/properties/project/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid4 = _errs89 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data31.reason !== undefined){
const _errs91 = errors;
if(typeof data31.reason !== "string"){
validate17.errors = [{instancePath:instancePath+"/policy/rules/" + i0+"/reason",schemaPath:"#/properties/policy/properties/rules/items/properties/reason/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid4 = _errs91 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data31.tightens !== undefined){
const _errs93 = errors;
if(typeof data31.tightens !== "boolean"){
validate17.errors = [{instancePath:instancePath+"/policy/rules/" + i0+"/tightens",schemaPath:"#/properties/policy/properties/rules/items/properties/tightens/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid4 = _errs93 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data31.note !== undefined){
const _errs95 = errors;
if(typeof data31.note !== "string"){
validate17.errors = [{instancePath:instancePath+"/policy/rules/" + i0+"/note",schemaPath:"#/properties/policy/properties/rules/items/properties/note/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid4 = _errs95 === errors;
}
else {
var valid4 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate17.errors = [{instancePath:instancePath+"/policy/rules/" + i0,schemaPath:"#/properties/policy/properties/rules/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid3 = _errs65 === errors;
if(!valid3){
break;
}
}
}
else {
validate17.errors = [{instancePath:instancePath+"/policy/rules",schemaPath:"#/properties/policy/properties/rules/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid1 = _errs63 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.network !== undefined){
let data46 = data1.network;
const _errs97 = errors;
if((typeof data46 !== "string") && (!(data46 && typeof data46 == "object" && !Array.isArray(data46)))){
validate17.errors = [{instancePath:instancePath+"/policy/network",schemaPath:"#/properties/policy/properties/network/type",keyword:"type",params:{type: schema18.properties.policy.properties.network.type},message:"must be string,object"}];
return false;
}
var valid1 = _errs97 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate17.errors = [{instancePath:instancePath+"/policy",schemaPath:"#/properties/policy/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.cwd !== undefined){
const _errs99 = errors;
if(typeof data.cwd !== "string"){
validate17.errors = [{instancePath:instancePath+"/cwd",schemaPath:"#/properties/cwd/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs99 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validate17.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate17.errors = vErrors;
return errors === 0;
}

const startLine_body = validate18;
const schema19 = {"type":"object","properties":{"line":{"type":"string"},"policy":{"type":"object","properties":{"allowDestructive":{"type":"boolean"},"allowNonReversible":{"type":"boolean"},"allowBillable":{"type":"boolean"},"allowFilesystemDelete":{"type":"boolean"},"allowFilesystemWrite":{"type":"boolean"},"allowNetwork":{"type":"boolean"},"allowInteractive":{"type":"boolean"},"requireReadOnly":{"type":"boolean"},"denyRestricted":{"type":"boolean"},"denyUnknown":{"type":"boolean"},"confirmAll":{"type":"boolean"},"byTrust":{"type":"boolean"},"maxCostEstimate":{"type":"string","enum":["free","low","medium","high"]},"minTrustLevel":{"type":"string","enum":["native","vendor","org","community","user","inferred"]},"sandbox":{"type":"string","enum":["required","preferred","off"]},"preset":{"type":"string"},"levels":{"type":"object","properties":{"notReversible":{"type":"string","enum":["allow","confirm","deny"]},"runsCall":{"type":"string","enum":["allow","confirm","deny"]},"sends":{"type":"string","enum":["allow","confirm","deny"]},"reveals":{"type":"string","enum":["allow","confirm","deny"]},"privilege":{"type":"string","enum":["allow","confirm","deny"]},"writesOutside":{"type":"string","enum":["allow","confirm","deny"]},"untrusted":{"type":"string","enum":["allow","confirm","deny"]},"destructive":{"type":"string","enum":["allow","confirm","deny"]},"billable":{"type":"string","enum":["allow","confirm","deny"]},"network":{"type":"string","enum":["allow","confirm","deny"]},"interactive":{"type":"string","enum":["allow","confirm","deny"]}},"required":[],"additionalProperties":false},"rules":{"type":"array","items":{"type":"object","properties":{"run":{"type":"string"},"decision":{"type":"string","enum":["allow","confirm","deny"]},"given":{"type":"array","items":{"type":"string"}},"without":{"type":"array","items":{"type":"string"}},"where":{"type":"object","additionalProperties":{"type":["string","array"],"items":{"type":"string"}}},"exact":{"type":"boolean"},"project":{"type":"string"},"reason":{"type":"string"},"tightens":{"type":"boolean"},"note":{"type":"string"}},"required":["run","decision"],"additionalProperties":false}},"network":{"type":["string","object"]}},"required":[],"additionalProperties":false},"cwd":{"type":"string"},"provider":{"type":"string","enum":["openai","openai-responses","anthropic","gemini","mcp","bedrock"]},"input":{"type":"string"}},"required":["line"],"$id":"startLine_body"};

function validate18(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="startLine_body" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.line === undefined) && (missing0 = "line")){
validate18.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.line !== undefined){
const _errs1 = errors;
if(typeof data.line !== "string"){
validate18.errors = [{instancePath:instancePath+"/line",schemaPath:"#/properties/line/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.policy !== undefined){
let data1 = data.policy;
const _errs3 = errors;
if(errors === _errs3){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
const _errs5 = errors;
for(const key0 in data1){
if(!(func2.call(schema19.properties.policy.properties, key0))){
validate18.errors = [{instancePath:instancePath+"/policy",schemaPath:"#/properties/policy/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs5 === errors){
if(data1.allowDestructive !== undefined){
const _errs6 = errors;
if(typeof data1.allowDestructive !== "boolean"){
validate18.errors = [{instancePath:instancePath+"/policy/allowDestructive",schemaPath:"#/properties/policy/properties/allowDestructive/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid1 = _errs6 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.allowNonReversible !== undefined){
const _errs8 = errors;
if(typeof data1.allowNonReversible !== "boolean"){
validate18.errors = [{instancePath:instancePath+"/policy/allowNonReversible",schemaPath:"#/properties/policy/properties/allowNonReversible/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid1 = _errs8 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.allowBillable !== undefined){
const _errs10 = errors;
if(typeof data1.allowBillable !== "boolean"){
validate18.errors = [{instancePath:instancePath+"/policy/allowBillable",schemaPath:"#/properties/policy/properties/allowBillable/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid1 = _errs10 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.allowFilesystemDelete !== undefined){
const _errs12 = errors;
if(typeof data1.allowFilesystemDelete !== "boolean"){
validate18.errors = [{instancePath:instancePath+"/policy/allowFilesystemDelete",schemaPath:"#/properties/policy/properties/allowFilesystemDelete/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid1 = _errs12 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.allowFilesystemWrite !== undefined){
const _errs14 = errors;
if(typeof data1.allowFilesystemWrite !== "boolean"){
validate18.errors = [{instancePath:instancePath+"/policy/allowFilesystemWrite",schemaPath:"#/properties/policy/properties/allowFilesystemWrite/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid1 = _errs14 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.allowNetwork !== undefined){
const _errs16 = errors;
if(typeof data1.allowNetwork !== "boolean"){
validate18.errors = [{instancePath:instancePath+"/policy/allowNetwork",schemaPath:"#/properties/policy/properties/allowNetwork/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid1 = _errs16 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.allowInteractive !== undefined){
const _errs18 = errors;
if(typeof data1.allowInteractive !== "boolean"){
validate18.errors = [{instancePath:instancePath+"/policy/allowInteractive",schemaPath:"#/properties/policy/properties/allowInteractive/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid1 = _errs18 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.requireReadOnly !== undefined){
const _errs20 = errors;
if(typeof data1.requireReadOnly !== "boolean"){
validate18.errors = [{instancePath:instancePath+"/policy/requireReadOnly",schemaPath:"#/properties/policy/properties/requireReadOnly/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid1 = _errs20 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.denyRestricted !== undefined){
const _errs22 = errors;
if(typeof data1.denyRestricted !== "boolean"){
validate18.errors = [{instancePath:instancePath+"/policy/denyRestricted",schemaPath:"#/properties/policy/properties/denyRestricted/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid1 = _errs22 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.denyUnknown !== undefined){
const _errs24 = errors;
if(typeof data1.denyUnknown !== "boolean"){
validate18.errors = [{instancePath:instancePath+"/policy/denyUnknown",schemaPath:"#/properties/policy/properties/denyUnknown/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid1 = _errs24 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.confirmAll !== undefined){
const _errs26 = errors;
if(typeof data1.confirmAll !== "boolean"){
validate18.errors = [{instancePath:instancePath+"/policy/confirmAll",schemaPath:"#/properties/policy/properties/confirmAll/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid1 = _errs26 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.byTrust !== undefined){
const _errs28 = errors;
if(typeof data1.byTrust !== "boolean"){
validate18.errors = [{instancePath:instancePath+"/policy/byTrust",schemaPath:"#/properties/policy/properties/byTrust/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid1 = _errs28 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.maxCostEstimate !== undefined){
let data14 = data1.maxCostEstimate;
const _errs30 = errors;
if(typeof data14 !== "string"){
validate18.errors = [{instancePath:instancePath+"/policy/maxCostEstimate",schemaPath:"#/properties/policy/properties/maxCostEstimate/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!((((data14 === "free") || (data14 === "low")) || (data14 === "medium")) || (data14 === "high"))){
validate18.errors = [{instancePath:instancePath+"/policy/maxCostEstimate",schemaPath:"#/properties/policy/properties/maxCostEstimate/enum",keyword:"enum",params:{allowedValues: schema19.properties.policy.properties.maxCostEstimate.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid1 = _errs30 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.minTrustLevel !== undefined){
let data15 = data1.minTrustLevel;
const _errs32 = errors;
if(typeof data15 !== "string"){
validate18.errors = [{instancePath:instancePath+"/policy/minTrustLevel",schemaPath:"#/properties/policy/properties/minTrustLevel/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!((((((data15 === "native") || (data15 === "vendor")) || (data15 === "org")) || (data15 === "community")) || (data15 === "user")) || (data15 === "inferred"))){
validate18.errors = [{instancePath:instancePath+"/policy/minTrustLevel",schemaPath:"#/properties/policy/properties/minTrustLevel/enum",keyword:"enum",params:{allowedValues: schema19.properties.policy.properties.minTrustLevel.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid1 = _errs32 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.sandbox !== undefined){
let data16 = data1.sandbox;
const _errs34 = errors;
if(typeof data16 !== "string"){
validate18.errors = [{instancePath:instancePath+"/policy/sandbox",schemaPath:"#/properties/policy/properties/sandbox/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data16 === "required") || (data16 === "preferred")) || (data16 === "off"))){
validate18.errors = [{instancePath:instancePath+"/policy/sandbox",schemaPath:"#/properties/policy/properties/sandbox/enum",keyword:"enum",params:{allowedValues: schema19.properties.policy.properties.sandbox.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid1 = _errs34 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.preset !== undefined){
const _errs36 = errors;
if(typeof data1.preset !== "string"){
validate18.errors = [{instancePath:instancePath+"/policy/preset",schemaPath:"#/properties/policy/properties/preset/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs36 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.levels !== undefined){
let data18 = data1.levels;
const _errs38 = errors;
if(errors === _errs38){
if(data18 && typeof data18 == "object" && !Array.isArray(data18)){
const _errs40 = errors;
for(const key1 in data18){
if(!(func2.call(schema19.properties.policy.properties.levels.properties, key1))){
validate18.errors = [{instancePath:instancePath+"/policy/levels",schemaPath:"#/properties/policy/properties/levels/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs40 === errors){
if(data18.notReversible !== undefined){
let data19 = data18.notReversible;
const _errs41 = errors;
if(typeof data19 !== "string"){
validate18.errors = [{instancePath:instancePath+"/policy/levels/notReversible",schemaPath:"#/properties/policy/properties/levels/properties/notReversible/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data19 === "allow") || (data19 === "confirm")) || (data19 === "deny"))){
validate18.errors = [{instancePath:instancePath+"/policy/levels/notReversible",schemaPath:"#/properties/policy/properties/levels/properties/notReversible/enum",keyword:"enum",params:{allowedValues: schema19.properties.policy.properties.levels.properties.notReversible.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid2 = _errs41 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data18.runsCall !== undefined){
let data20 = data18.runsCall;
const _errs43 = errors;
if(typeof data20 !== "string"){
validate18.errors = [{instancePath:instancePath+"/policy/levels/runsCall",schemaPath:"#/properties/policy/properties/levels/properties/runsCall/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data20 === "allow") || (data20 === "confirm")) || (data20 === "deny"))){
validate18.errors = [{instancePath:instancePath+"/policy/levels/runsCall",schemaPath:"#/properties/policy/properties/levels/properties/runsCall/enum",keyword:"enum",params:{allowedValues: schema19.properties.policy.properties.levels.properties.runsCall.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid2 = _errs43 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data18.sends !== undefined){
let data21 = data18.sends;
const _errs45 = errors;
if(typeof data21 !== "string"){
validate18.errors = [{instancePath:instancePath+"/policy/levels/sends",schemaPath:"#/properties/policy/properties/levels/properties/sends/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data21 === "allow") || (data21 === "confirm")) || (data21 === "deny"))){
validate18.errors = [{instancePath:instancePath+"/policy/levels/sends",schemaPath:"#/properties/policy/properties/levels/properties/sends/enum",keyword:"enum",params:{allowedValues: schema19.properties.policy.properties.levels.properties.sends.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid2 = _errs45 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data18.reveals !== undefined){
let data22 = data18.reveals;
const _errs47 = errors;
if(typeof data22 !== "string"){
validate18.errors = [{instancePath:instancePath+"/policy/levels/reveals",schemaPath:"#/properties/policy/properties/levels/properties/reveals/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data22 === "allow") || (data22 === "confirm")) || (data22 === "deny"))){
validate18.errors = [{instancePath:instancePath+"/policy/levels/reveals",schemaPath:"#/properties/policy/properties/levels/properties/reveals/enum",keyword:"enum",params:{allowedValues: schema19.properties.policy.properties.levels.properties.reveals.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid2 = _errs47 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data18.privilege !== undefined){
let data23 = data18.privilege;
const _errs49 = errors;
if(typeof data23 !== "string"){
validate18.errors = [{instancePath:instancePath+"/policy/levels/privilege",schemaPath:"#/properties/policy/properties/levels/properties/privilege/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data23 === "allow") || (data23 === "confirm")) || (data23 === "deny"))){
validate18.errors = [{instancePath:instancePath+"/policy/levels/privilege",schemaPath:"#/properties/policy/properties/levels/properties/privilege/enum",keyword:"enum",params:{allowedValues: schema19.properties.policy.properties.levels.properties.privilege.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid2 = _errs49 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data18.writesOutside !== undefined){
let data24 = data18.writesOutside;
const _errs51 = errors;
if(typeof data24 !== "string"){
validate18.errors = [{instancePath:instancePath+"/policy/levels/writesOutside",schemaPath:"#/properties/policy/properties/levels/properties/writesOutside/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data24 === "allow") || (data24 === "confirm")) || (data24 === "deny"))){
validate18.errors = [{instancePath:instancePath+"/policy/levels/writesOutside",schemaPath:"#/properties/policy/properties/levels/properties/writesOutside/enum",keyword:"enum",params:{allowedValues: schema19.properties.policy.properties.levels.properties.writesOutside.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid2 = _errs51 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data18.untrusted !== undefined){
let data25 = data18.untrusted;
const _errs53 = errors;
if(typeof data25 !== "string"){
validate18.errors = [{instancePath:instancePath+"/policy/levels/untrusted",schemaPath:"#/properties/policy/properties/levels/properties/untrusted/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data25 === "allow") || (data25 === "confirm")) || (data25 === "deny"))){
validate18.errors = [{instancePath:instancePath+"/policy/levels/untrusted",schemaPath:"#/properties/policy/properties/levels/properties/untrusted/enum",keyword:"enum",params:{allowedValues: schema19.properties.policy.properties.levels.properties.untrusted.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid2 = _errs53 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data18.destructive !== undefined){
let data26 = data18.destructive;
const _errs55 = errors;
if(typeof data26 !== "string"){
validate18.errors = [{instancePath:instancePath+"/policy/levels/destructive",schemaPath:"#/properties/policy/properties/levels/properties/destructive/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data26 === "allow") || (data26 === "confirm")) || (data26 === "deny"))){
validate18.errors = [{instancePath:instancePath+"/policy/levels/destructive",schemaPath:"#/properties/policy/properties/levels/properties/destructive/enum",keyword:"enum",params:{allowedValues: schema19.properties.policy.properties.levels.properties.destructive.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid2 = _errs55 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data18.billable !== undefined){
let data27 = data18.billable;
const _errs57 = errors;
if(typeof data27 !== "string"){
validate18.errors = [{instancePath:instancePath+"/policy/levels/billable",schemaPath:"#/properties/policy/properties/levels/properties/billable/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data27 === "allow") || (data27 === "confirm")) || (data27 === "deny"))){
validate18.errors = [{instancePath:instancePath+"/policy/levels/billable",schemaPath:"#/properties/policy/properties/levels/properties/billable/enum",keyword:"enum",params:{allowedValues: schema19.properties.policy.properties.levels.properties.billable.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid2 = _errs57 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data18.network !== undefined){
let data28 = data18.network;
const _errs59 = errors;
if(typeof data28 !== "string"){
validate18.errors = [{instancePath:instancePath+"/policy/levels/network",schemaPath:"#/properties/policy/properties/levels/properties/network/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data28 === "allow") || (data28 === "confirm")) || (data28 === "deny"))){
validate18.errors = [{instancePath:instancePath+"/policy/levels/network",schemaPath:"#/properties/policy/properties/levels/properties/network/enum",keyword:"enum",params:{allowedValues: schema19.properties.policy.properties.levels.properties.network.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid2 = _errs59 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data18.interactive !== undefined){
let data29 = data18.interactive;
const _errs61 = errors;
if(typeof data29 !== "string"){
validate18.errors = [{instancePath:instancePath+"/policy/levels/interactive",schemaPath:"#/properties/policy/properties/levels/properties/interactive/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data29 === "allow") || (data29 === "confirm")) || (data29 === "deny"))){
validate18.errors = [{instancePath:instancePath+"/policy/levels/interactive",schemaPath:"#/properties/policy/properties/levels/properties/interactive/enum",keyword:"enum",params:{allowedValues: schema19.properties.policy.properties.levels.properties.interactive.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid2 = _errs61 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate18.errors = [{instancePath:instancePath+"/policy/levels",schemaPath:"#/properties/policy/properties/levels/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid1 = _errs38 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.rules !== undefined){
let data30 = data1.rules;
const _errs63 = errors;
if(errors === _errs63){
if(Array.isArray(data30)){
var valid3 = true;
const len0 = data30.length;
for(let i0=0; i0<len0; i0++){
let data31 = data30[i0];
const _errs65 = errors;
if(errors === _errs65){
if(data31 && typeof data31 == "object" && !Array.isArray(data31)){
let missing1;
if(((data31.run === undefined) && (missing1 = "run")) || ((data31.decision === undefined) && (missing1 = "decision"))){
validate18.errors = [{instancePath:instancePath+"/policy/rules/" + i0,schemaPath:"#/properties/policy/properties/rules/items/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
const _errs67 = errors;
for(const key2 in data31){
if(!(func2.call(schema19.properties.policy.properties.rules.items.properties, key2))){
validate18.errors = [{instancePath:instancePath+"/policy/rules/" + i0,schemaPath:"#/properties/policy/properties/rules/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs67 === errors){
if(data31.run !== undefined){
const _errs68 = errors;
if(typeof data31.run !== "string"){
validate18.errors = [{instancePath:instancePath+"/policy/rules/" + i0+"/run",schemaPath:"#/properties/policy/properties/rules/items/properties/run/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid4 = _errs68 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data31.decision !== undefined){
let data33 = data31.decision;
const _errs70 = errors;
if(typeof data33 !== "string"){
validate18.errors = [{instancePath:instancePath+"/policy/rules/" + i0+"/decision",schemaPath:"#/properties/policy/properties/rules/items/properties/decision/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data33 === "allow") || (data33 === "confirm")) || (data33 === "deny"))){
validate18.errors = [{instancePath:instancePath+"/policy/rules/" + i0+"/decision",schemaPath:"#/properties/policy/properties/rules/items/properties/decision/enum",keyword:"enum",params:{allowedValues: schema19.properties.policy.properties.rules.items.properties.decision.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid4 = _errs70 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data31.given !== undefined){
let data34 = data31.given;
const _errs72 = errors;
if(errors === _errs72){
if(Array.isArray(data34)){
var valid5 = true;
const len1 = data34.length;
for(let i1=0; i1<len1; i1++){
const _errs74 = errors;
if(typeof data34[i1] !== "string"){
validate18.errors = [{instancePath:instancePath+"/policy/rules/" + i0+"/given/" + i1,schemaPath:"#/properties/policy/properties/rules/items/properties/given/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid5 = _errs74 === errors;
if(!valid5){
break;
}
}
}
else {
validate18.errors = [{instancePath:instancePath+"/policy/rules/" + i0+"/given",schemaPath:"#/properties/policy/properties/rules/items/properties/given/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid4 = _errs72 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data31.without !== undefined){
let data36 = data31.without;
const _errs76 = errors;
if(errors === _errs76){
if(Array.isArray(data36)){
var valid6 = true;
const len2 = data36.length;
for(let i2=0; i2<len2; i2++){
const _errs78 = errors;
if(typeof data36[i2] !== "string"){
validate18.errors = [{instancePath:instancePath+"/policy/rules/" + i0+"/without/" + i2,schemaPath:"#/properties/policy/properties/rules/items/properties/without/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid6 = _errs78 === errors;
if(!valid6){
break;
}
}
}
else {
validate18.errors = [{instancePath:instancePath+"/policy/rules/" + i0+"/without",schemaPath:"#/properties/policy/properties/rules/items/properties/without/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid4 = _errs76 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data31.where !== undefined){
let data38 = data31.where;
const _errs80 = errors;
if(errors === _errs80){
if(data38 && typeof data38 == "object" && !Array.isArray(data38)){
for(const key3 in data38){
let data39 = data38[key3];
const _errs83 = errors;
if((typeof data39 !== "string") && (!(Array.isArray(data39)))){
validate18.errors = [{instancePath:instancePath+"/policy/rules/" + i0+"/where/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/policy/properties/rules/items/properties/where/additionalProperties/type",keyword:"type",params:{type: schema19.properties.policy.properties.rules.items.properties.where.additionalProperties.type},message:"must be string,array"}];
return false;
}
if(errors === _errs83){
if(Array.isArray(data39)){
var valid8 = true;
const len3 = data39.length;
for(let i3=0; i3<len3; i3++){
const _errs85 = errors;
if(typeof data39[i3] !== "string"){
validate18.errors = [{instancePath:instancePath+"/policy/rules/" + i0+"/where/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i3,schemaPath:"#/properties/policy/properties/rules/items/properties/where/additionalProperties/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid8 = _errs85 === errors;
if(!valid8){
break;
}
}
}
}
var valid7 = _errs83 === errors;
if(!valid7){
break;
}
}
}
else {
validate18.errors = [{instancePath:instancePath+"/policy/rules/" + i0+"/where",schemaPath:"#/properties/policy/properties/rules/items/properties/where/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid4 = _errs80 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data31.exact !== undefined){
const _errs87 = errors;
if(typeof data31.exact !== "boolean"){
validate18.errors = [{instancePath:instancePath+"/policy/rules/" + i0+"/exact",schemaPath:"#/properties/policy/properties/rules/items/properties/exact/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid4 = _errs87 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data31.project !== undefined){
const _errs89 = errors;
if(typeof data31.project !== "string"){
validate18.errors = [{instancePath:instancePath+"/policy/rules/" + i0+"/project",schemaPath:"#/properties/policy/properties/rules/items/properties/project/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid4 = _errs89 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data31.reason !== undefined){
const _errs91 = errors;
if(typeof data31.reason !== "string"){
validate18.errors = [{instancePath:instancePath+"/policy/rules/" + i0+"/reason",schemaPath:"#/properties/policy/properties/rules/items/properties/reason/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid4 = _errs91 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data31.tightens !== undefined){
const _errs93 = errors;
if(typeof data31.tightens !== "boolean"){
validate18.errors = [{instancePath:instancePath+"/policy/rules/" + i0+"/tightens",schemaPath:"#/properties/policy/properties/rules/items/properties/tightens/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid4 = _errs93 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data31.note !== undefined){
const _errs95 = errors;
if(typeof data31.note !== "string"){
validate18.errors = [{instancePath:instancePath+"/policy/rules/" + i0+"/note",schemaPath:"#/properties/policy/properties/rules/items/properties/note/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid4 = _errs95 === errors;
}
else {
var valid4 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate18.errors = [{instancePath:instancePath+"/policy/rules/" + i0,schemaPath:"#/properties/policy/properties/rules/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid3 = _errs65 === errors;
if(!valid3){
break;
}
}
}
else {
validate18.errors = [{instancePath:instancePath+"/policy/rules",schemaPath:"#/properties/policy/properties/rules/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid1 = _errs63 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.network !== undefined){
let data46 = data1.network;
const _errs97 = errors;
if((typeof data46 !== "string") && (!(data46 && typeof data46 == "object" && !Array.isArray(data46)))){
validate18.errors = [{instancePath:instancePath+"/policy/network",schemaPath:"#/properties/policy/properties/network/type",keyword:"type",params:{type: schema19.properties.policy.properties.network.type},message:"must be string,object"}];
return false;
}
var valid1 = _errs97 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate18.errors = [{instancePath:instancePath+"/policy",schemaPath:"#/properties/policy/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.cwd !== undefined){
const _errs99 = errors;
if(typeof data.cwd !== "string"){
validate18.errors = [{instancePath:instancePath+"/cwd",schemaPath:"#/properties/cwd/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs99 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.provider !== undefined){
let data48 = data.provider;
const _errs101 = errors;
if(typeof data48 !== "string"){
validate18.errors = [{instancePath:instancePath+"/provider",schemaPath:"#/properties/provider/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!((((((data48 === "openai") || (data48 === "openai-responses")) || (data48 === "anthropic")) || (data48 === "gemini")) || (data48 === "mcp")) || (data48 === "bedrock"))){
validate18.errors = [{instancePath:instancePath+"/provider",schemaPath:"#/properties/provider/enum",keyword:"enum",params:{allowedValues: schema19.properties.provider.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid0 = _errs101 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.input !== undefined){
const _errs103 = errors;
if(typeof data.input !== "string"){
validate18.errors = [{instancePath:instancePath+"/input",schemaPath:"#/properties/input/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs103 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
else {
validate18.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate18.errors = vErrors;
return errors === 0;
}

const runPattern_body = validate19;
const schema20 = {"type":"object","properties":{"pattern":{"type":"object"},"tool":{"type":"string"},"values":{"type":"object","additionalProperties":{"type":"string"}},"from":{"type":"integer","minimum":1}},"required":["pattern","tool","values"],"$id":"runPattern_body"};

function validate19(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="runPattern_body" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.pattern === undefined) && (missing0 = "pattern")) || ((data.tool === undefined) && (missing0 = "tool"))) || ((data.values === undefined) && (missing0 = "values"))){
validate19.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.pattern !== undefined){
let data0 = data.pattern;
const _errs1 = errors;
if(!(data0 && typeof data0 == "object" && !Array.isArray(data0))){
validate19.errors = [{instancePath:instancePath+"/pattern",schemaPath:"#/properties/pattern/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.tool !== undefined){
const _errs3 = errors;
if(typeof data.tool !== "string"){
validate19.errors = [{instancePath:instancePath+"/tool",schemaPath:"#/properties/tool/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.values !== undefined){
let data2 = data.values;
const _errs5 = errors;
if(errors === _errs5){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
for(const key0 in data2){
const _errs8 = errors;
if(typeof data2[key0] !== "string"){
validate19.errors = [{instancePath:instancePath+"/values/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/values/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs8 === errors;
if(!valid1){
break;
}
}
}
else {
validate19.errors = [{instancePath:instancePath+"/values",schemaPath:"#/properties/values/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.from !== undefined){
let data4 = data.from;
const _errs10 = errors;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
validate19.errors = [{instancePath:instancePath+"/from",schemaPath:"#/properties/from/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs10){
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 < 1 || isNaN(data4)){
validate19.errors = [{instancePath:instancePath+"/from",schemaPath:"#/properties/from/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
}
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
else {
validate19.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate19.errors = vErrors;
return errors === 0;
}

const keepHost_body = validate20;
const schema21 = {"type":"object","properties":{"host":{"type":"string"},"scope":{"type":"string","enum":["companion","always"]}},"required":["host","scope"],"$id":"keepHost_body"};

function validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="keepHost_body" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.host === undefined) && (missing0 = "host")) || ((data.scope === undefined) && (missing0 = "scope"))){
validate20.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.host !== undefined){
const _errs1 = errors;
if(typeof data.host !== "string"){
validate20.errors = [{instancePath:instancePath+"/host",schemaPath:"#/properties/host/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.scope !== undefined){
let data1 = data.scope;
const _errs3 = errors;
if(typeof data1 !== "string"){
validate20.errors = [{instancePath:instancePath+"/scope",schemaPath:"#/properties/scope/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!((data1 === "companion") || (data1 === "always"))){
validate20.errors = [{instancePath:instancePath+"/scope",schemaPath:"#/properties/scope/enum",keyword:"enum",params:{allowedValues: schema21.properties.scope.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
validate20.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate20.errors = vErrors;
return errors === 0;
}

const listAudit_query = validate21;
const schema22 = {"type":"object","properties":{"after":{"type":"integer","minimum":0}},"required":[],"$id":"listAudit_query"};

function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="listAudit_query" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.after !== undefined){
let data0 = data.after;
const _errs1 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
validate21.errors = [{instancePath:instancePath+"/after",schemaPath:"#/properties/after/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs1){
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 < 0 || isNaN(data0)){
validate21.errors = [{instancePath:instancePath+"/after",schemaPath:"#/properties/after/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
}
}
else {
validate21.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate21.errors = vErrors;
return errors === 0;
}

const shareContext_body = validate22;
const schema23 = {"type":"object","properties":{"toolContext":{"type":"object"}},"required":["toolContext"],"$id":"shareContext_body"};

function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="shareContext_body" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.toolContext === undefined) && (missing0 = "toolContext")){
validate22.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.toolContext !== undefined){
let data0 = data.toolContext;
if(!(data0 && typeof data0 == "object" && !Array.isArray(data0))){
validate22.errors = [{instancePath:instancePath+"/toolContext",schemaPath:"#/properties/toolContext/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
}
}
else {
validate22.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate22.errors = vErrors;
return errors === 0;
}

export const COMPANION_CHECKS: Checks = {
  openSession: { body: openSession_body },
  getTool: { query: getTool_query },
  loadCommands: { body: loadCommands_body },
  discover: { body: discover_body },
  checkCall: { body: checkCall_body },
  startCall: { body: startCall_body },
  decideCall: { body: decideCall_body },
  checkLine: { body: checkLine_body },
  startLine: { body: startLine_body },
  runPattern: { body: runPattern_body },
  keepHost: { body: keepHost_body },
  listAudit: { query: listAudit_query },
  shareContext: { body: shareContext_body },
};
