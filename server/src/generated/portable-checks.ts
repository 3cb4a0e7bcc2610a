// @ts-nocheck Ajv wrote this, by scripts/generate-request-checks.mjs.
import type { Checks } from '../http/route.ts';

const validate_body = validate10;
const schema11 = {"type":"object","properties":{"source":{"type":["string","object"]}},"required":["source"],"$id":"validate_body"};

function validate10(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="validate_body" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.source === undefined) && (missing0 = "source")){
validate10.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.source !== undefined){
let data0 = data.source;
if((typeof data0 !== "string") && (!(data0 && typeof data0 == "object" && !Array.isArray(data0)))){
validate10.errors = [{instancePath:instancePath+"/source",schemaPath:"#/properties/source/type",keyword:"type",params:{type: schema11.properties.source.type},message:"must be string,object"}];
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

const compile_body = validate11;
const schema12 = {"type":"object","properties":{"sources":{"type":"array","items":{"type":["string","object"]},"minItems":1,"maxItems":500},"provider":{"type":"string","enum":["openai","openai-responses","anthropic","gemini","mcp","bedrock"]},"settings":{"type":"object","properties":{"strict":{"type":"boolean"},"globalOptions":{"type":"string","enum":["required","all","none"]},"examples":{"type":"boolean"},"strategy":{"type":"string","enum":["discrete","action","search"]},"deferLoading":{"type":"boolean"},"geminiSchema":{"type":"string","enum":["openapi","json-schema"]}},"required":[],"additionalProperties":false}},"required":["sources","provider"],"$id":"compile_body"};

function validate11(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="compile_body" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.sources === undefined) && (missing0 = "sources")) || ((data.provider === undefined) && (missing0 = "provider"))){
validate11.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.sources !== undefined){
let data0 = data.sources;
const _errs1 = errors;
if(errors === _errs1){
if(Array.isArray(data0)){
if(data0.length > 500){
validate11.errors = [{instancePath:instancePath+"/sources",schemaPath:"#/properties/sources/maxItems",keyword:"maxItems",params:{limit: 500},message:"must NOT have more than 500 items"}];
return false;
}
else {
if(data0.length < 1){
validate11.errors = [{instancePath:instancePath+"/sources",schemaPath:"#/properties/sources/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"}];
return false;
}
else {
var valid1 = true;
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
const _errs3 = errors;
if((typeof data1 !== "string") && (!(data1 && typeof data1 == "object" && !Array.isArray(data1)))){
validate11.errors = [{instancePath:instancePath+"/sources/" + i0,schemaPath:"#/properties/sources/items/type",keyword:"type",params:{type: schema12.properties.sources.items.type},message:"must be string,object"}];
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
validate11.errors = [{instancePath:instancePath+"/sources",schemaPath:"#/properties/sources/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.provider !== undefined){
let data2 = data.provider;
const _errs5 = errors;
if(typeof data2 !== "string"){
validate11.errors = [{instancePath:instancePath+"/provider",schemaPath:"#/properties/provider/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!((((((data2 === "openai") || (data2 === "openai-responses")) || (data2 === "anthropic")) || (data2 === "gemini")) || (data2 === "mcp")) || (data2 === "bedrock"))){
validate11.errors = [{instancePath:instancePath+"/provider",schemaPath:"#/properties/provider/enum",keyword:"enum",params:{allowedValues: schema12.properties.provider.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.settings !== undefined){
let data3 = data.settings;
const _errs7 = errors;
if(errors === _errs7){
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
const _errs9 = errors;
for(const key0 in data3){
if(!((((((key0 === "strict") || (key0 === "globalOptions")) || (key0 === "examples")) || (key0 === "strategy")) || (key0 === "deferLoading")) || (key0 === "geminiSchema"))){
validate11.errors = [{instancePath:instancePath+"/settings",schemaPath:"#/properties/settings/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs9 === errors){
if(data3.strict !== undefined){
const _errs10 = errors;
if(typeof data3.strict !== "boolean"){
validate11.errors = [{instancePath:instancePath+"/settings/strict",schemaPath:"#/properties/settings/properties/strict/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid2 = _errs10 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data3.globalOptions !== undefined){
let data5 = data3.globalOptions;
const _errs12 = errors;
if(typeof data5 !== "string"){
validate11.errors = [{instancePath:instancePath+"/settings/globalOptions",schemaPath:"#/properties/settings/properties/globalOptions/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data5 === "required") || (data5 === "all")) || (data5 === "none"))){
validate11.errors = [{instancePath:instancePath+"/settings/globalOptions",schemaPath:"#/properties/settings/properties/globalOptions/enum",keyword:"enum",params:{allowedValues: schema12.properties.settings.properties.globalOptions.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid2 = _errs12 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data3.examples !== undefined){
const _errs14 = errors;
if(typeof data3.examples !== "boolean"){
validate11.errors = [{instancePath:instancePath+"/settings/examples",schemaPath:"#/properties/settings/properties/examples/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid2 = _errs14 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data3.strategy !== undefined){
let data7 = data3.strategy;
const _errs16 = errors;
if(typeof data7 !== "string"){
validate11.errors = [{instancePath:instancePath+"/settings/strategy",schemaPath:"#/properties/settings/properties/strategy/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data7 === "discrete") || (data7 === "action")) || (data7 === "search"))){
validate11.errors = [{instancePath:instancePath+"/settings/strategy",schemaPath:"#/properties/settings/properties/strategy/enum",keyword:"enum",params:{allowedValues: schema12.properties.settings.properties.strategy.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid2 = _errs16 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data3.deferLoading !== undefined){
const _errs18 = errors;
if(typeof data3.deferLoading !== "boolean"){
validate11.errors = [{instancePath:instancePath+"/settings/deferLoading",schemaPath:"#/properties/settings/properties/deferLoading/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid2 = _errs18 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data3.geminiSchema !== undefined){
let data9 = data3.geminiSchema;
const _errs20 = errors;
if(typeof data9 !== "string"){
validate11.errors = [{instancePath:instancePath+"/settings/geminiSchema",schemaPath:"#/properties/settings/properties/geminiSchema/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!((data9 === "openapi") || (data9 === "json-schema"))){
validate11.errors = [{instancePath:instancePath+"/settings/geminiSchema",schemaPath:"#/properties/settings/properties/geminiSchema/enum",keyword:"enum",params:{allowedValues: schema12.properties.settings.properties.geminiSchema.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid2 = _errs20 === errors;
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
else {
validate11.errors = [{instancePath:instancePath+"/settings",schemaPath:"#/properties/settings/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
}
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

const prompt_body = validate12;
const schema13 = {"type":"object","properties":{"sources":{"type":"array","items":{"type":["string","object"]},"minItems":1,"maxItems":500},"examples":{"type":"boolean"}},"required":["sources"],"$id":"prompt_body"};

function validate12(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="prompt_body" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.sources === undefined) && (missing0 = "sources")){
validate12.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.sources !== undefined){
let data0 = data.sources;
const _errs1 = errors;
if(errors === _errs1){
if(Array.isArray(data0)){
if(data0.length > 500){
validate12.errors = [{instancePath:instancePath+"/sources",schemaPath:"#/properties/sources/maxItems",keyword:"maxItems",params:{limit: 500},message:"must NOT have more than 500 items"}];
return false;
}
else {
if(data0.length < 1){
validate12.errors = [{instancePath:instancePath+"/sources",schemaPath:"#/properties/sources/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"}];
return false;
}
else {
var valid1 = true;
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
const _errs3 = errors;
if((typeof data1 !== "string") && (!(data1 && typeof data1 == "object" && !Array.isArray(data1)))){
validate12.errors = [{instancePath:instancePath+"/sources/" + i0,schemaPath:"#/properties/sources/items/type",keyword:"type",params:{type: schema13.properties.sources.items.type},message:"must be string,object"}];
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
validate12.errors = [{instancePath:instancePath+"/sources",schemaPath:"#/properties/sources/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.examples !== undefined){
const _errs5 = errors;
if(typeof data.examples !== "boolean"){
validate12.errors = [{instancePath:instancePath+"/examples",schemaPath:"#/properties/examples/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
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

const filter_body = validate13;
const schema14 = {"type":"object","properties":{"text":{"type":"string"}},"required":["text"],"$id":"filter_body"};

function validate13(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="filter_body" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.text === undefined) && (missing0 = "text")){
validate13.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.text !== undefined){
if(typeof data.text !== "string"){
validate13.errors = [{instancePath:instancePath+"/text",schemaPath:"#/properties/text/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
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

const storeShare_body = validate14;
const schema15 = {"type":"object","properties":{"fragment":{"type":"string"},"expiresIn":{"type":"integer","minimum":60,"maximum":31536000}},"required":["fragment"],"additionalProperties":false,"$id":"storeShare_body"};

function validate14(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="storeShare_body" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.fragment === undefined) && (missing0 = "fragment")){
validate14.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "fragment") || (key0 === "expiresIn"))){
validate14.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.fragment !== undefined){
const _errs2 = errors;
if(typeof data.fragment !== "string"){
validate14.errors = [{instancePath:instancePath+"/fragment",schemaPath:"#/properties/fragment/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.expiresIn !== undefined){
let data1 = data.expiresIn;
const _errs4 = errors;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
validate14.errors = [{instancePath:instancePath+"/expiresIn",schemaPath:"#/properties/expiresIn/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs4){
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 31536000 || isNaN(data1)){
validate14.errors = [{instancePath:instancePath+"/expiresIn",schemaPath:"#/properties/expiresIn/maximum",keyword:"maximum",params:{comparison: "<=", limit: 31536000},message:"must be <= 31536000"}];
return false;
}
else {
if(data1 < 60 || isNaN(data1)){
validate14.errors = [{instancePath:instancePath+"/expiresIn",schemaPath:"#/properties/expiresIn/minimum",keyword:"minimum",params:{comparison: ">=", limit: 60},message:"must be >= 60"}];
return false;
}
}
}
}
var valid0 = _errs4 === errors;
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

export const PORTABLE_CHECKS: Checks = {
  validate: { body: validate_body },
  compile: { body: compile_body },
  prompt: { body: prompt_body },
  filter: { body: filter_body },
  storeShare: { body: storeShare_body },
};
